/** Normalises text from users: NFC, LF line breaks, no control characters. */

/** Length in Unicode code points, the unit of all limits of the API (contract §1). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/**
 * Maximum number of consecutive combining marks: the Stream-Safe Text Format (UAX #15 §13). Normalisation sorts each
 * run of marks, in quadratic time.
 */
export const MAX_MARKS = 30;
const RUNS_OF_MARKS = /\p{M}{2,}/gu;

/** Whether `text` has more than `MAX_MARKS` consecutive combining marks; in linear time. */
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
 * NFC, CRLF and CR to LF, trimmed, at most `MAX_MARKS` consecutive combining marks; in linear time. Forbidden
 * characters are kept for `hasForbidden` to detect.
 */
export const normalise = (text: string): string =>
  withoutExcessMarks(withoutExcessMarks(text).normalize("NFC")).replace(/\r\n?/g, "\n").trim();

/** Whether there are control characters other than newline and tab, or lone surrogates. */
export const hasForbidden = (text: string): boolean =>
  /[^\P{Cc}\n\t]/u.test(text) || !text.isWellFormed();

/** Makes text of unknown origin (feeds) storable: drops forbidden characters, then normalises. */
export const clean = (text: string): string =>
  normalise(
    text
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n\t]/gu, ""),
  );

/** One line: each run of white space becomes a single space. */
export const singleLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What ends a sentence or announces the next line, with the quotation marks and brackets after it. */
const ENDED = /[.!?…:;,。！？][\p{Pe}\p{Pf}"']*$/u;

/** Paragraphs and list items as one line, with a dot between those that no punctuation sets apart. */
export function inOneLine(text: string): string {
  const lines = text
    .split("\n")
    .map(singleLine)
    .filter((line) => line !== "");
  return lines
    .map((line, at) =>
      at === lines.length - 1 ? line : `${line}${ENDED.test(line) ? " " : " · "}`,
    )
    .join("");
}

/** `text` without trailing characters that are in `characters`; in linear time, unlike `/[…]+$/`. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The first `limit` code points of `text`, with an ellipsis if something was cut off. */
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
 * A permalink derived from `text`: ASCII letters, digits and hyphens, at most 80 characters. Text without any (other
 * scripts) gives `fallback`.
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
