/** The minimum speed of a host: slower transfers are aborted, so that they do not occupy a connection and a slot. */
import { type Limit, reportExceeded } from "../limits.ts";

export type Pace = Readonly<{
  /** Time limit in ms until the head of a response, redirects included. */
  headMs: number;
  /** Minimum number of bytes of a body in each `windowMs` except the last one. */
  minBytes: number;
  windowMs: number;
}>;

/** 4 KiB/s: a tenth of a DSL line of 2005. */
export const PACE: Pace = { headMs: 60_000, minBytes: 30 * 4096, windowMs: 30_000 };

/** The limits in `PACE`, for `docs/limits.md`. */
export const paceLimits: readonly Limit[] = [
  {
    name: "fetch-head-time",
    value: PACE.headMs,
    unit: "ms",
    bounds: "Time within which a host must send the head of its response to a fetch.",
    beyond: "The fetch fails, and is retried later if that makes sense.",
  },
  {
    name: "fetch-pace",
    value: PACE.minBytes,
    unit: "bytes",
    bounds: `Minimum bytes of a response body that a host must send in each ${PACE.windowMs / 1000} s.`,
    beyond: "The fetch fails, and is retried later if that makes sense.",
  },
];

/** The message is a sentence without a full stop. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

export type PaceWatch = Disposable &
  Readonly<{
    /** Aborts with a `TooSlow` when the host is slower than the limits. */
    signal: AbortSignal;
    /** Must be called when the head has arrived: from now on the body is measured. */
    startBody(): void;
    /** Must be called with the size of each piece of the body. */
    count(bytes: number): void;
  }>;

/** Watches one fetch from its first request on. */
export function watchPace({ headMs, minBytes, windowMs }: Pace): PaceWatch {
  const slow = new AbortController();
  const abort = (limit: Limit | undefined, message: string) => {
    if (limit !== undefined) reportExceeded(limit);
    slow.abort(new TooSlow(message));
  };
  const [headLimit, bodyLimit] = paceLimits;
  let timer = setTimeout(
    () => abort(headLimit, `its host does not respond within ${headMs / 1000} s`),
    headMs,
  );
  let bytes = 0;
  const rate = Math.round((minBytes * 1000) / windowMs).toLocaleString("en");
  return {
    signal: slow.signal,
    startBody() {
      clearTimeout(timer);
      timer = setInterval(() => {
        if (bytes < minBytes) abort(bodyLimit, `its host sends less than ${rate} bytes a second`);
        bytes = 0;
      }, windowMs);
    },
    count(more) {
      bytes += more;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
