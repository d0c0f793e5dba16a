/** Reads the cues of a transcript, and writes them in each format; pure. */
import { FORMATS, type Format } from "./rules.ts";

/** What is said from one moment to another, in milliseconds. */
export type Cue = Readonly<{
  starts_at: number;
  ends_at: number;
  speaker: string | null;
  text: string;
  /** As the file has it, with what `text` leaves out: tags, further properties. null: of no file. */
  raw: string | null;
}>;

/** Sentences that get estimated times. Ten hours of speech have about ten thousand. */
const MOST_SENTENCES = 50_000;

/** A cue without an end, and without a next one, lasts this long. */
const LAST_MS = 4000;

/** The cues of a file of this media type; none if it cannot be read. */
export function cuesOf(file: string, type: string, most = Number.MAX_SAFE_INTEGER): Cue[] {
  return type === FORMATS.json ? jsonCues(file, most) : timedCues(file, most);
}

const TIMES =
  /^((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]{1,20}-->[ \t]{1,20}((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})/;
const VOICE = /^<v(?:\.[^ >]*)? ([^>]{1,100})>/;

const unified = (file: string): string => file.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** The cues of WebVTT and SubRip: blocks apart by empty lines, one line of which has the times. */
function timedCues(file: string, most: number): Cue[] {
  return unified(file)
    .split(/\n{2,}/, most)
    .flatMap((block) => {
      const lines = block.split("\n");
      const at = lines.findIndex((line) => TIMES.test(line));
      const [, from = "", to = ""] = TIMES.exec(lines[at] ?? "") ?? [];
      const [starts_at, ends_at] = [millisecondsOf(from), millisecondsOf(to)];
      if (starts_at === null || ends_at === null) return [];
      const raw = lines
        .slice(at + 1)
        .join("\n")
        .trim();
      const speaker = VOICE.exec(raw)?.[1]?.trim() ?? null;
      return [{ starts_at, ends_at, speaker, text: bare(raw), raw }];
    });
}

/** Without the tags and the character references of cues. */
const bare = (text: string): string =>
  tidy(
    text
      .replace(/<[^<>]{0,200}>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&nbsp;", " ")
      .replaceAll("&amp;", "&"),
  );

/** Lines stay, because captions show them; an empty one would end the cue. */
const tidy = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/[^\S\n]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");

/** `1:02:03.5` in milliseconds; null for another text. */
export function millisecondsOf(clock: string): number | null {
  if (!/^(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,3})?$/.test(clock)) return null;
  const [seconds = "0", minutes = "0", hours = "0"] = clock.replace(",", ".").split(":").reverse();
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

type Segment = Readonly<{
  startTime?: unknown;
  endTime?: unknown;
  speaker?: unknown;
  body?: unknown;
}>;

function jsonCues(file: string, most: number): Cue[] {
  const segments = segmentsOf(file).slice(0, most);
  return segments.flatMap((segment, at) => {
    const { startTime, endTime, speaker, body } = segment ?? {};
    if (typeof startTime !== "number" || typeof body !== "string") return [];
    const name = typeof speaker === "string" && speaker !== "" ? speaker.slice(0, 100) : null;
    const starts_at = Math.round(startTime * 1000);
    const next = segments[at + 1]?.startTime;
    const end = typeof endTime === "number" ? endTime : typeof next === "number" ? next : null;
    return [
      {
        starts_at,
        ends_at: end === null ? starts_at + LAST_MS : Math.round(end * 1000),
        speaker: name,
        text: tidy(body),
        raw: JSON.stringify(segment),
      },
    ];
  });
}

function segmentsOf(file: string): Segment[] {
  try {
    const { segments } = JSON.parse(file.replace(/^\ufeff/, "")) as { segments?: Segment[] };
    return Array.isArray(segments) ? segments : [];
  } catch {
    return [];
  }
}

/** `1:02:03.500`, with hours if `wide` or if there are some. */
export function clockText(ms: number, { wide = false, mark = "." } = {}): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const rest = `${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, "0")}`;
  if (wide) return `${two(hours)}:${two(minutes)}:${rest}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** What is written around the cues: of the file that they replace, if any. */
type Around = Readonly<{ file?: string }>;

/** A file in `format` with these cues. */
export function writeCues(
  cues: readonly Cue[],
  format: Format,
  { file = "" }: Around = {},
): string {
  if (format === "json") return writeJson(cues, file);
  const blocks = cues.map((cue, at) => (format === "vtt" ? vttBlock(cue) : srtBlock(cue, at + 1)));
  return `${[...(format === "vtt" ? [headOf(file)] : []), ...blocks].join("\n\n")}\n`;
}

/** Everything before the first cue of a WebVTT file: its header, styles and regions. */
function headOf(file: string): string {
  const blocks = unified(file).split(/\n{2,}/);
  const first = blocks.findIndex((block) => block.split("\n").some((line) => TIMES.test(line)));
  const head = blocks.slice(0, Math.max(0, first)).join("\n\n").trim();
  return head.startsWith("WEBVTT") ? head : "WEBVTT";
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function vttBlock({ starts_at, ends_at, speaker, text, raw }: Cue): string {
  const times = `${clockText(starts_at, { wide: true })} --> ${clockText(ends_at, { wide: true })}`;
  const voice = speaker === null ? "" : `<v ${escaped(speaker)}>`;
  return `${times}\n${raw ?? `${voice}${escaped(text)}`}`;
}

function srtBlock({ starts_at, ends_at, speaker, text, raw }: Cue, number: number): string {
  const shape = { wide: true, mark: "," };
  const said = raw ?? (speaker === null ? text : `${speaker}: ${text}`);
  return `${number}\n${clockText(starts_at, shape)} --> ${clockText(ends_at, shape)}\n${said}`;
}

function writeJson(cues: readonly Cue[], file: string): string {
  const segments = cues.map(({ starts_at, ends_at, speaker, text, raw }) => ({
    ...(raw === null ? {} : (JSON.parse(raw) as object)),
    ...(speaker === null ? {} : { speaker }),
    startTime: starts_at / 1000,
    endTime: ends_at / 1000,
    body: text,
  }));
  return JSON.stringify({ version: "1.0.0", ...frameOf(file), segments });
}

/** The other properties of a JSON transcript. */
function frameOf(file: string): object {
  try {
    const frame: unknown = JSON.parse(file.replace(/^\ufeff/, ""));
    return typeof frame === "object" && frame !== null && !Array.isArray(frame) ? frame : {};
  } catch {
    return {};
  }
}

/** The words alone: a paragraph for each change of speaker. */
export function writeText(cues: readonly Cue[]): string {
  const paragraphs: string[] = [];
  let last: string | null | undefined;
  for (const { speaker, text } of cues) {
    const words = text.replaceAll("\n", " ");
    const isNew = last === undefined || (speaker !== null && speaker !== last);
    if (isNew) paragraphs.push(speaker === null ? words : `${speaker}: ${words}`);
    else paragraphs[paragraphs.length - 1] += ` ${words}`;
    last = speaker ?? last ?? null;
  }
  return `${paragraphs.join("\n\n")}\n`;
}

/** Without what only its own format can hold, to be written in another one. */
export const withoutRaw = (cues: readonly Cue[]): Cue[] =>
  cues.map((cue) => ({ ...cue, raw: null }));

/**
 * Cues of a text without times: each sentence gets a share of `duration` by its length. null for a text of more sentences
 * than are spoken: with times, each would be many times as long.
 */
export function estimateCues(text: string, duration: number): Cue[] | null {
  const parts = unified(text).split(/\n+|(?<=[.!?…。！？]["”»’)]?)\s+/u, MOST_SENTENCES + 1);
  if (parts.length > MOST_SENTENCES) return null;
  const sentences = parts.map((sentence) => tidy(sentence)).filter((sentence) => sentence !== "");
  const length = sentences.reduce((sum, sentence) => sum + sentence.length, 0);
  let before = 0;
  const momentAt = (characters: number) => Math.round((duration * characters) / length);
  return sentences.map((sentence) => {
    const starts_at = momentAt(before);
    before += sentence.length;
    return { starts_at, ends_at: momentAt(before), speaker: null, text: sentence, raw: null };
  });
}
