/** Normalises text that people send: NFC, plain line breaks, no control characters. */

/** Length in Unicode code points, as every limit of the API counts (contract §1). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/**
 * Combining marks in a row that text may hold: the Stream-Safe Text Format (UAX #15 §13). Normalising
 * sorts each run of marks, which takes time in the square of its length.
 */
export const MAX_MARKS = 30;
const RUNS_OF_MARKS = /\p{M}{2,}/gu;

/** Whether `text` has more combining marks in a row than `MAX_MARKS`; in linear time. */
export function hasExcessMarks(text: string): boolean {
  for (const [run] of text.matchAll(RUNS_OF_MARKS))
    if (run.length > MAX_MARKS && codePoints(run) > MAX_MARKS) return true;
  return false;
}

const withoutExcessMarks = (text: string): string =>
  hasExcessMarks(text)
    ? text.replace(RUNS_OF_MARKS, (run) => [...run].slice(0, MAX_MARKS).join(""))
    : text;

/**
 * NFC, CRLF and CR to LF, trimmed, at most `MAX_MARKS` combining marks in a row; in linear time. What
 * must be refused is left in place for `hasForbidden`.
 */
export const normalise = (text: string): string =>
  withoutExcessMarks(withoutExcessMarks(text).normalize("NFC")).replace(/\r\n?/g, "\n").trim();

/** Control characters other than newline and tab, and halves of surrogate pairs. */
export const hasForbidden = (text: string): boolean =>
  /[^\P{Cc}\n\t]/u.test(text) || !text.isWellFormed();

/** Text of unknown origin (feeds) made storable: forbidden characters dropped, then normalised. */
export const clean = (text: string): string =>
  normalise(
    text
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n\t]/gu, ""),
  );

/** One line: every run of white space becomes a single space. */
export const singleLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * `text` without the characters at its end that are among `characters`; in linear time, which
 * `/[…]+$/` is not.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The first `limit` code points of `text`, with an ellipsis where something was cut off. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = [...text];
  return points.length <= limit
    ? text
    : `${points
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}

/**
 * A permalink of `text`: ASCII letters, digits and hyphens, at most 80 characters. Text without any
 * (other scripts) gives `fallback`.
 */
export function slugOf(text: string, fallback: string): string {
  const slug = withoutExcessMarks(text)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
  return slug === "" ? fallback : slug;
}
