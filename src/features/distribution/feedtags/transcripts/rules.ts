/** Detects the format of a transcript from its content, never from its name; pure. */

/** The formats that are stored as files, by file extension. */
export const FORMATS = {
  vtt: "text/vtt",
  srt: "application/x-subrip",
  json: "application/json",
} as const;
export type Format = keyof typeof FORMATS;

/** Additional types that a linked transcript may have. */
export const LINKED_TYPES = [
  FORMATS.vtt,
  FORMATS.srt,
  FORMATS.json,
  "text/html",
  "text/plain",
] as const;

/** `00:01.000 --> …` with or without hours; WebVTT has a point where SubRip has a comma. */
const VTT_CUE = /^(\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}[ \t]+-->[ \t]+(\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}/m;
const SRT_TIMES =
  /^\d{1,3}:[0-5]\d:[0-5]\d[,.]\d{1,3}[ \t]+-->[ \t]+\d{1,3}:[0-5]\d:[0-5]\d[,.]\d{1,3}/;

/** Whether a line of times follows a cue number anywhere. */
const hasSrtCue = (body: string): boolean =>
  body
    .split("\n")
    .some((line, at, lines) => SRT_TIMES.test(line) && /^\d+\s*$/.test(lines[at - 1] ?? ""));

/** The format of an upload, or the reason why it is not a transcript. */
export function formatOf(bytes: Uint8Array): Format | { reason: string } {
  const text = decode(bytes);
  if (text === null) return { reason: "must be UTF-8 text" };
  const body = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  if (/^WEBVTT(?=[ \t\n]|$)/.test(body))
    return VTT_CUE.test(body) ? "vtt" : { reason: "must contain at least one WebVTT cue" };
  if (body.trimStart().startsWith("{")) return isJsonTranscript(body) ? "json" : NO_SEGMENTS;
  return hasSrtCue(body) ? "srt" : { reason: "must be WebVTT, SubRip or JSON" };
}

const NO_SEGMENTS = {
  reason: "must be a JSON transcript: an object with `segments`, each with `startTime` and `body`",
};

function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The JSON format of Podcasting 2.0. */
function isJsonTranscript(text: string): boolean {
  try {
    const { segments } = JSON.parse(text) as { segments?: unknown };
    if (!Array.isArray(segments) || segments.length === 0) return false;
    return segments.every(
      (segment) => typeof segment?.startTime === "number" && typeof segment.body === "string",
    );
  } catch {
    return false;
  }
}
