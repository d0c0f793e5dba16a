/** Shifts the times of transcripts to playback positions in a rendition; pure. */
import type { Timeline } from "../../../../platform/audio/timeline.ts";
import type { Format } from "./rules.ts";

type Shift = (moment: number) => number;

/** `text` in `format` with every time shifted; all other characters stay the same. */
export function shiftTranscript(text: string, format: Format, timeline: Timeline): string {
  if (format === "json") return shiftJson(text, timeline);
  const cues = text.replace(CUE, (_line, from: string, arrow: string, to: string) =>
    [moved(from, timeline.shift), arrow, moved(to, timeline.shiftEnd)].join(""),
  );
  // WebVTT: timestamps of single words.
  return format === "vtt"
    ? cues.replace(WORD, (_tag, time: string) => `<${moved(time, timeline.shift)}>`)
    : cues;
}

const CUE =
  /^((?:\d+:)?[0-5]\d:[0-5]\d[.,]\d{1,3})([ \t]+-->[ \t]+)((?:\d+:)?[0-5]\d:[0-5]\d[.,]\d{1,3})/gm;
const WORD = /<((?:\d+:)?[0-5]\d:[0-5]\d[.,]\d{1,3})>/g;

/** A time in its original format; hours are added if it now has some. */
function moved(time: string, shift: Shift): string {
  const [clock = "", fraction = ""] = time.split(/[.,]/);
  const parts = clock.split(":").map(Number);
  const [seconds = 0, minutes = 0, hours = 0] = parts.toReversed();
  const before = (hours * 3600 + minutes * 60 + seconds) * 1000 + Number(fraction.padEnd(3, "0"));
  const after = shift(before);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = `${two((after / 60_000) % 60)}:${two((after / 1000) % 60)}`;
  const withHours = parts.length === 3 || after >= 3_600_000;
  const mark = time.includes(",") ? "," : ".";
  const ms = String(after % 1000).padStart(3, "0");
  return `${withHours ? `${two(after / 3_600_000)}:` : ""}${rest}${mark}${ms}`;
}

type Spoken = { startTime?: unknown; endTime?: unknown };

/** JSON of Podcasting 2.0: seconds. */
function shiftJson(text: string, timeline: Timeline): string {
  const transcript = JSON.parse(text.replace(/^\ufeff/, "")) as { segments: Spoken[] };
  const inSeconds = (value: unknown, shift: Shift) =>
    typeof value === "number" ? shift(value * 1000) / 1000 : value;
  const segments = transcript.segments.map((segment) => ({
    ...segment,
    startTime: inSeconds(segment.startTime, timeline.shift),
    ...("endTime" in segment ? { endTime: inSeconds(segment.endTime, timeline.shiftEnd) } : {}),
  }));
  return JSON.stringify({ ...transcript, segments });
}
