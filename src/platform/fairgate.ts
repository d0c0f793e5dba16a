/** Lets a costly kind of work happen a few at a time, with turns for those it is done for. */
import { type Failure, overLimit } from "./failure.ts";
import { TryLater } from "./gate.ts";
import type { Limit } from "./limits.ts";

export type FairGateOptions = Readonly<{
  /** Works at a time, of all owners and of one. */
  running: number;
  perOwner: number;
  /** How many of one owner may wait. */
  waiting: Limit;
  /** How many of all owners may wait; left out: any number. */
  inAll?: Limit;
  /** Told to who is turned away; `seconds`: when to try again. */
  refusal: Readonly<{ type: string; message: string; seconds?: number }>;
}>;

/** Runs `work` when it is its owner's turn. Fails with 429 when the queue has no place for it. */
export type FairGate = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

type Waiter = Readonly<{ begin(): void; refuse(reason: Failure): void }>;
type Owner = { running: number; queue: Waiter[] };

/**
 * An owner who was let in goes behind all others that wait. Where the queue of all is full, an owner
 * with less in it takes the last place of the owner with most.
 */
export function createFairGate(options: FairGateOptions): FairGate {
  const { running, perOwner, waiting, inAll } = options;
  // In the order of turns: a Map remembers in which order its keys came.
  const owners = new Map<string, Owner>();
  let taken = 0;
  let queued = 0;

  function letIn(): void {
    for (const [name, owner] of [...owners]) {
      if (taken >= running) return;
      if (owner.running >= perOwner) continue;
      const waiter = owner.queue.shift();
      if (waiter === undefined) continue;
      queued -= 1;
      taken += 1;
      owner.running += 1;
      owners.delete(name);
      owners.set(name, owner);
      waiter.begin();
    }
  }

  function makeRoom(owner: Owner): void {
    if (owner.queue.length >= waiting.value) throw refusalOf(options, waiting);
    if (inAll === undefined || queued < inAll.value) return;
    const longest = [...owners.values()].reduce(longer, owner);
    if (longest.queue.length <= owner.queue.length + 1) throw refusalOf(options, inAll);
    longest.queue.pop()?.refuse(refusalOf(options, inAll));
    queued -= 1;
  }

  return async (name, work) => {
    const owner = owners.get(name) ?? { running: 0, queue: [] };
    makeRoom(owner);
    owners.set(name, owner);
    await new Promise<void>((begin, refuse) => {
      owner.queue.push({ begin, refuse });
      queued += 1;
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

const longer = (one: Owner, other: Owner): Owner =>
  other.queue.length > one.queue.length ? other : one;

function refusalOf({ refusal }: FairGateOptions, limit: Limit): Failure {
  const { type, message, seconds } = refusal;
  return seconds === undefined
    ? overLimit(limit, "too-many", type, message)
    : new TryLater(type, message, seconds, limit);
}
