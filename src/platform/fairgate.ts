/** Limits concurrent costly work, and serves its owners in turn. */
import type { ErrorType } from "./errortypes.ts";
import { type Failure, overLimit } from "./failure.ts";
import { TryLater } from "./gate.ts";
import type { Limit } from "./limits.ts";

export type FairGateOptions = Readonly<{
  /** Maximum number of running works, in total and per owner. */
  running: number;
  perOwner: number;
  /** Maximum number of waiting works per owner. */
  waiting: Limit;
  /** Maximum number of waiting works of all owners; unlimited if omitted. */
  inAll?: Limit;
  /** The error for refused work; `seconds` is the time to wait before a retry. */
  refusal: Readonly<{ type: ErrorType<"too-many">; message: string; seconds?: number }>;
}>;

/** Runs `work` when it is its owner's turn. Fails with 429 if the queue is full. */
export type FairGate = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

type Waiter = Readonly<{ begin(): void; refuse(reason: Failure): void }>;
type Owner = { running: number; queue: Waiter[] };

/**
 * After each turn an owner moves behind all others that wait. If the common queue is full, an owner with fewer entries
 * takes the last place of the owner with the most.
 */
export function createFairGate(options: FairGateOptions): FairGate {
  const { running, perOwner, waiting, inAll } = options;
  // In the order of turns: a Map keeps the insertion order of its keys.
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
