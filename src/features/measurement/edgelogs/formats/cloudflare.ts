/** Cloudflare's Logpush: a JSON object on each line, with the data set “HTTP requests”; pure. */
import type { LineReader } from "../schema.ts";
import { objectOf } from "./json.ts";
import { bodyBytes, firstOf, textOf, timeOf, wholeOf } from "./parts.ts";

/**
 * Needs `EdgeEndTimestamp`, `RayID`, `ClientIP`, `ClientRequestMethod`, `ClientRequestURI`, `EdgeResponseStatus`,
 * `EdgeResponseBodyBytes` or `EdgeResponseBytes` (with headers), and for parts of audio the custom fields `range` of the
 * request and `content-range` of the response.
 */
export const cloudflareReader = (): LineReader => (line) => {
  const all = objectOf(line);
  if (all === null) return "unreadable";
  const [at, status] = [timeOf(all.EdgeEndTimestamp), wholeOf(all.EdgeResponseStatus)];
  const body = wholeOf(all.EdgeResponseBodyBytes);
  const whole = wholeOf(all.EdgeResponseBytes);
  const [address, method] = [textOf(all.ClientIP), textOf(all.ClientRequestMethod)];
  const target = textOf(all.ClientRequestURI);
  if (at === null || status === null || (body === null && whole === null)) return "unreadable";
  if (address === null || method === null || target === null) return "unreadable";
  const contentRange = headerOf(all.ResponseHeaders, "content-range");
  return {
    id: textOf(all.RayID),
    at,
    address,
    method: method.toUpperCase(),
    target,
    status,
    bytes: body ?? bodyBytes(whole ?? 0, null),
    first: firstOf(status, contentRange),
    range: headerOf(all.RequestHeaders, "range"),
    user_agent: textOf(all.ClientRequestUserAgent) ?? "",
    referrer: textOf(all.ClientRequestReferer),
  };
};

const headerOf = (headers: unknown, name: string): string | null =>
  typeof headers === "object" && headers !== null
    ? textOf((headers as Record<string, unknown>)[name])
    : null;
