/** Handles SIGINT and SIGTERM: the first asks a command to stop, a later one ends the process immediately. */

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** Under npm or npx, Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_WISH_MS = 1000;

export type Stop = {
  /** Aborts with the first signal; its reason is the signal's number. */
  signal: AbortSignal;
  /** Stops listening and restores the default handling. */
  ignore(): void;
};

export function listenForStop(): Stop {
  const stop = new AbortController();
  let first = 0;
  const note = (_name: NodeJS.Signals, number: number) => {
    if (!stop.signal.aborted) {
      first = performance.now();
      stop.abort(number);
    } else if (performance.now() - first > SAME_WISH_MS) process.exit(128 + number);
  };
  for (const name of SIGNALS) process.on(name, note);
  return {
    signal: stop.signal,
    ignore() {
      for (const name of SIGNALS) process.off(name, note);
    },
  };
}
