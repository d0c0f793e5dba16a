/** Keeps the processes of one server alive, replaces them one by one, and ends them in order. */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { passOnUntaken } from "./handover.ts";
import type { FromMember, ToMember } from "./messages.ts";
import { shareMetrics } from "./sharedmetrics.ts";

export type CrewOptions = Readonly<{
  /** Number of processes. */
  size: number;
  /** The arguments of the command line for the process at `index`. */
  argsOf(index: number): readonly string[];
  log: Logger;
}>;

export type Crew = Readonly<{
  /** Where the processes listen; resolves when all of them do, and null if one ended before. */
  address: Promise<string | null>;
  /** Replaces one process after the other; each serves before the one it replaces ends. */
  renew(): Promise<void>;
  /** Ends the first process after all others. */
  stop(): Promise<void>;
}>;

const BACK_OFF_MS = { first: 1000, most: 30_000 };

/** Starts `size` processes. One that ends by itself later is replaced, after a pause that grows while it keeps ending. */
export function openCrew({ size, argsOf, log }: CrewOptions): Crew {
  /** The process that serves at each index. */
  const members = new Map<number, Worker>();
  const alive = new Set<Worker>();
  const stopping = new AbortController();
  const others = (than: Worker) => [...members.values()].filter((worker) => worker !== than);
  const metrics = shareMetrics(() => [...members.values()], log);

  const fork = (index: number): Worker => {
    cluster.setupPrimary({ args: [...argsOf(index)], serialization: "advanced" });
    const worker = cluster.fork();
    passOnUntaken(worker);
    alive.add(worker);
    worker.once("exit", () => alive.delete(worker));
    worker.on("error", (err) => log.error({ process: index, err }, "a process cannot be started"));
    worker.on("message", (message: FromMember) => {
      if (message.kind === "charges") for (const other of others(worker)) tell(other, message);
      metrics.receive(worker, message);
    });
    return worker;
  };
  /** Puts `worker` in its place; if it ends while it has that place, another is started. */
  const keep = (index: number, worker: Worker) => {
    members.set(index, worker);
    worker.once("exit", (code, signal) => {
      if (stopping.signal.aborted || members.get(index) !== worker) return;
      log.error(
        { process: index, code, signal },
        "a process of this server ended, and is replaced",
      );
      members.delete(index);
      void replace(index);
    });
  };
  const replace = async (index: number) => {
    let pause = BACK_OFF_MS.first;
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      // A renewal may have put another one there meanwhile.
      if (stopping.signal.aborted || members.has(index)) return;
      const worker = fork(index);
      if ((await readyOf(worker)) !== null)
        return members.has(index) ? end(worker) : keep(index, worker);
      pause = Math.min(pause * 2, BACK_OFF_MS.most);
    }
  };
  const first = Array.from({ length: size }, (_, index) => {
    const worker = fork(index);
    members.set(index, worker);
    return readyOf(worker).then((address) => {
      if (address !== null) keep(index, worker);
      return address;
    });
  });
  let renewing: Promise<void> = Promise.resolve();
  const renewAll = async () => {
    for (let index = 0; index < size && !stopping.signal.aborted; index += 1) {
      const worker = fork(index);
      if ((await readyOf(worker)) === null) {
        if (stopping.signal.aborted) return;
        return log.error({ process: index }, "the new process does not start; the old ones go on");
      }
      const old = members.get(index);
      keep(index, worker);
      if (old !== undefined) await end(old);
    }
    log.info({ processes: size }, "all processes are new");
  };
  return {
    address: Promise.all(first).then((all) =>
      all.includes(null) ? null : (all[0] as string | null),
    ),
    renew() {
      renewing = renewing.then(renewAll);
      return renewing;
    },
    async stop() {
      stopping.abort();
      const leader = members.get(0);
      await Promise.all([...alive].filter((one) => one !== leader).map(end));
      if (leader !== undefined) await end(leader);
    },
  };
}

/** Where `worker` listens, as soon as it does; null if it ends before. */
async function readyOf(worker: Worker): Promise<string | null> {
  const ready = new Promise<string>((resolve) => {
    worker.on("message", (message: FromMember) => {
      if (message.kind === "ready") resolve(message.address);
    });
  });
  return Promise.race([ready, once(worker, "exit").then(() => null)]);
}

/** Lets `worker` finish what runs; resolves when it has ended. */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  tell(worker, { kind: "stop" });
  await ended;
}

function tell(worker: Worker, message: ToMember): void {
  if (worker.isConnected()) worker.send(message);
}
