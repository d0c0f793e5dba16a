/** Connects the redirect to audio and the responses with it into one trace. */
import { LRUCache } from "lru-cache";
import { keepingAtMost } from "../../../platform/leastused.ts";
import type { Span, TraceParent, Tracing } from "../../../platform/tracing/tracing.ts";
import type { RequestRecorder } from "../../measurement/counting/schema.ts";
import type { Purpose } from "./rules.ts";

type Listener = Readonly<{ address: string; user_agent: string }>;

/** The traces of plays in one process. */
export type PlayTraces = Readonly<{
  /** Begins the trace of a redirect; null if it is not traced. */
  begin(purpose: Purpose): Span | null;
  /** The listener was redirected to the rendition `digest`. */
  redirected(span: Span | null, digest: string, listener: Listener): void;
  /** The response to a listener who was redirected to `digest` lately; null if that was not traced. */
  response(digest: string, listener: Listener): Span | null;
}>;

/** Traced redirects whose audio may still be requested, and for how long. */
const MOST = 10_000;
const REMEMBERED_MS = 10 * 60_000;

/**
 * A player follows a redirect without our headers, so the trace is found by listener and rendition: in memory, and only
 * while the same process answers both. Without tracing nothing is remembered.
 */
export function openPlayTraces(
  tracing: Tracing,
  { listeners }: Pick<RequestRecorder, "listeners">,
  clock: () => Date,
): PlayTraces {
  const parents = new LRUCache<string, TraceParent>({
    ...keepingAtMost(MOST),
    ttl: REMEMBERED_MS,
  });
  const keyOf = (digest: string, listener: Listener) =>
    `${digest} ${listeners.keyOf(listener, clock()).toString("hex")}`;
  return {
    begin: (purpose) => tracing.start("play", { "longwave.purpose": purpose }),
    redirected(span, digest, listener) {
      if (span !== null) parents.set(keyOf(digest, listener), span.traceparent);
    },
    response(digest, listener) {
      if (parents.size === 0) return null;
      const parent = parents.get(keyOf(digest, listener));
      return parent === undefined ? null : tracing.resume("send audio", parent);
    },
  };
}
