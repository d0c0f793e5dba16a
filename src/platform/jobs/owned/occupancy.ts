/** Tracks which slots of one kind of job are taken, by which owners and receivers. */
import type { KindBounds } from "../kinds.ts";

export type Occupancy = Readonly<{
  isFull(): boolean;
  /** Owners and receivers that may not get another slot now. */
  busyOwners(): string[];
  busyReceivers(): string[];
  /** Takes a slot; the returned function releases it. */
  enter(owner: string, receiver: string | null): () => void;
}>;

export function createOccupancy({ slots, perOwner, perReceiver }: KindBounds): Occupancy {
  const owners = new Map<string, number>();
  const receivers = new Map<string, number>();
  let taken = 0;
  return {
    isFull: () => taken >= slots,
    busyOwners: () => atLeast(owners, perOwner),
    busyReceivers: () => atLeast(receivers, perReceiver),
    enter(owner, receiver) {
      const move = (by: 1 | -1) => {
        taken += by;
        add(owners, owner, by);
        if (receiver !== null) add(receivers, receiver, by);
      };
      move(1);
      return () => move(-1);
    },
  };
}

const atLeast = (counts: ReadonlyMap<string, number>, bound: number): string[] =>
  [...counts].filter(([, count]) => count >= bound).map(([name]) => name);

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
