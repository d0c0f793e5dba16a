/**
 * Gives each process of a server a part of a core for `bench -- crew`, as if it ran on a slower core of its own: so two
 * processes, PostgreSQL and the generator fit into two cores, and none waits for another.
 */
import { processesOf } from "./processor.ts";

/** How long a process and its pause take together, in ms. */
const PERIOD_MS = 100;

/**
 * Lets each of the `processes` that serve below `pid` run for `share` (0 to 1) of the time, one after the other, until it is
 * disposed. A supervisor, which serves nothing, is left alone.
 */
export async function shareOut(pid: number, processes: number, share: number): Promise<Disposable> {
  const serving = processes === 1 ? [pid] : (await processesOf(pid)).slice(1);
  const limited = share === 1 ? [] : serving;
  const turns = limited.map((one, index) =>
    takeTurns(one, (index / limited.length) * PERIOD_MS, share),
  );
  return {
    [Symbol.dispose]() {
      for (const turn of turns) turn[Symbol.dispose]();
    },
  };
}

/** Pauses and continues a process by signals, at times that do not drift. */
function takeTurns(pid: number, offset: number, share: number): Disposable {
  const start = performance.now() + offset;
  let turn = 0;
  const at = (ms: number, step: () => void) => {
    timer = setTimeout(step, Math.max(0, ms - performance.now()));
  };
  const run = () => {
    process.kill(pid, "SIGCONT");
    at(start + (turn + share) * PERIOD_MS, pause);
  };
  const pause = () => {
    process.kill(pid, "SIGSTOP");
    turn += 1;
    at(start + turn * PERIOD_MS, run);
  };
  let timer = setTimeout(run, offset);
  process.kill(pid, "SIGSTOP");
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      process.kill(pid, "SIGCONT");
    },
  };
}
