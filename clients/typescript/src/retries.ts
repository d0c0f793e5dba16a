/** Sends a request again while the server asks to wait, or while it cannot be reached. */

export type Retries = Readonly<{
  /** How often a request is sent at most. Default: 5. */
  attempts?: number;
  /** The longest wait, in seconds: a longer `Retry-After` is not waited for. Default: 60. */
  longestWait?: number;
}>;

const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Calls `send` until it answers anything but a temporary failure. `isSafe` says that sending twice does no harm; if
 * it does, only refusals that were certainly not executed (429 and 503) are retried.
 */
export async function withRetries(
  send: () => Promise<Response>,
  isSafe: boolean,
  { attempts = 5, longestWait = 60 }: Retries = {},
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send().catch((error: unknown) => ({ error }));
    const isLast = attempt >= attempts || signal?.aborted === true;
    if ("error" in outcome) {
      if (isLast || !isSafe) throw outcome.error;
      await wait(backoff(attempt), signal);
      continue;
    }
    const mayRepeat = isSafe || outcome.status === 429 || outcome.status === 503;
    if (isLast || !mayRepeat || !TEMPORARY.has(outcome.status)) return outcome;
    const seconds = retryAfter(outcome.headers.get("retry-after")) ?? backoff(attempt);
    if (seconds > longestWait) return outcome;
    await outcome.body?.cancel();
    await wait(seconds, signal);
  }
}

/** Half a second, doubled each time, at most 30 s, with jitter so that clients do not return together. */
const backoff = (attempt: number): number =>
  Math.min(30, 0.5 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

/** Seconds of a `Retry-After` header: a number or a date (RFC 9110 §10.2.3). Null if it is neither. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}

/** Waits `seconds`; rejects as soon as `signal` aborts. */
export function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
