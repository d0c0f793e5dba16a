/** Limits the time in which this process runs: time for which its machine sleeps, or it is stopped, does not count. */

/** Parts that a limit is counted in; a pause counts as one of them. */
const STEPS = 60;

/** `signal` aborts when this process has run for about so long, or longer if others leave it little time. */
export function limitRunning(milliseconds: number): Disposable & Readonly<{ signal: AbortSignal }> {
  const controller = new AbortController();
  let steps = 0;
  const timer = setInterval(() => {
    steps += 1;
    if (steps < STEPS) return;
    clearInterval(timer);
    controller.abort();
  }, milliseconds / STEPS);
  return { signal: controller.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
