/** How slow a host may be: what drips is broken off, so that nobody holds a connection and a slot for nothing. */
import { type Limit, reportExceeded } from "../limits.ts";

export type Pace = Readonly<{
  /** Until the head of a response has come, redirects included, ms. */
  headMs: number;
  /** A body has at least `minBytes` in each `windowMs`, its last one aside. */
  minBytes: number;
  windowMs: number;
}>;

/** 4 KiB/s: a tenth of what a telephone line of 2005 brought. */
export const PACE: Pace = { headMs: 60_000, minBytes: 30 * 4096, windowMs: 30_000 };

/** What `PACE` says, for `docs/limits.md`. */
export const paceLimits: readonly Limit[] = [
  {
    name: "fetch-head-time",
    value: PACE.headMs,
    unit: "ms",
    bounds: "Time in which a host that something is fetched from answers with a head.",
    beyond: "The fetch fails, and is tried again later where that makes sense.",
  },
  {
    name: "fetch-pace",
    value: PACE.minBytes,
    unit: "bytes",
    bounds: `The least that a host sends of a body in each ${PACE.windowMs / 1000} s.`,
    beyond: "The fetch fails, and is tried again later where that makes sense.",
  },
];

/** The message is a sentence without its full stop. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

export type PaceWatch = Disposable &
  Readonly<{
    /** Aborts, with a `TooSlow`, once the host is slower than the pace. */
    signal: AbortSignal;
    /** To be called when the head is there: from now on the body counts. */
    startBody(): void;
    /** To be called with the size of each piece of the body. */
    count(bytes: number): void;
  }>;

/** Watches one fetch, from its first request on. */
export function watchPace({ headMs, minBytes, windowMs }: Pace): PaceWatch {
  const slow = new AbortController();
  const abort = (limit: Limit | undefined, message: string) => {
    if (limit !== undefined) reportExceeded(limit);
    slow.abort(new TooSlow(message));
  };
  const [headLimit, bodyLimit] = paceLimits;
  let timer = setTimeout(
    () => abort(headLimit, `its host does not answer within ${headMs / 1000} s`),
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
