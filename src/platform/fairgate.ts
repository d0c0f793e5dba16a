/** Lets a costly kind of work happen a few at a time, with turns for those it is done for. */
import { overLimit } from "./failure.ts";
import type { Limit } from "./limits.ts";

export type FairGateOptions = Readonly<{
  /** Works at a time, of all owners and of one. */
  running: number;
  perOwner: number;
  /** How many of one owner may wait. */
  waiting: Limit;
  /** Told to who is turned away. */
  refusal: Readonly<{ type: string; message: string }>;
}>;

/** Runs `work` when it is its owner's turn. Fails with 429 when too many of the owner's wait already. */
export type FairGate = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

type Owner = { running: number; queue: (() => void)[] };

/** An owner who was let in goes behind all others that wait. */
export function createFairGate({ running, perOwner, waiting, refusal }: FairGateOptions): FairGate {
  // In the order of turns: a Map remembers in which order its keys came.
  const owners = new Map<string, Owner>();
  let taken = 0;
  const letIn = () => {
    for (const [name, owner] of [...owners]) {
      if (taken >= running) return;
      if (owner.running >= perOwner) continue;
      const begin = owner.queue.shift();
      if (begin === undefined) continue;
      taken += 1;
      owner.running += 1;
      owners.delete(name);
      owners.set(name, owner);
      begin();
    }
  };
  return async (name, work) => {
    const owner = owners.get(name) ?? { running: 0, queue: [] };
    owners.set(name, owner);
    if (owner.queue.length >= waiting.value)
      throw overLimit(waiting, "too-many", refusal.type, refusal.message);
    await new Promise<void>((resolve) => {
      owner.queue.push(resolve);
      letIn();
    });
    try {
      return await work();
    } finally {
      taken -= 1;
      owner.running -= 1;
      if (owner.running === 0 && owner.queue.length === 0) owners.delete(name);
      letIn();
    }
  };
}
