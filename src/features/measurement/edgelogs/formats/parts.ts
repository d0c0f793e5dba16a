/** Reads what the formats of logs share: numbers, times, and the place of a body in the audio; pure. */

/** A whole number of at least 0, as text or number; null for anything else. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A text that is not empty and not the sign for nothing (`-`); null otherwise. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value !== "-" ? value : null;

/** Nanoseconds, milliseconds or seconds since 1970, or an ISO 8601 time, as ms since 1970; null for anything else. */
export function timeOf(value: unknown): number | null {
  const number =
    typeof value === "string" && /^\d{1,20}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) {
    if (number > 1e17) return Math.floor(number / 1e6);
    return Math.floor(number > 1e11 ? number : number * 1000);
  }
  const parsed = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

/**
 * The first byte of the audio that a body begins with: 0 for 200, the start in `Content-Range` (RFC 9110 §14.4) for 206,
 * null if that is missing, as in an answer with several parts.
 */
export function firstOf(status: number, contentRange: string | null): number | null {
  if (status !== 206) return 0;
  const [, start] =
    /^\s*bytes (\d{1,15})-\d{1,15}\/(?:\d{1,15}|\*)\s*$/.exec(contentRange ?? "") ?? [];
  return start === undefined ? null : Number(start);
}

/**
 * Headers are part of some logs' sizes. An edge's headers are shorter than this: what is subtracted is never too
 * little, so that a listener who left is not credited with bytes that they did not get.
 */
const MOST_HEADER_BYTES = 1024;

/**
 * Bytes of the body, from those of the whole response, and from the length that the response announced (null:
 * unknown).
 */
export function bodyBytes(sent: number, announced: number | null): number {
  if (announced !== null && sent > announced) return announced;
  return Math.max(0, sent - MOST_HEADER_BYTES);
}
