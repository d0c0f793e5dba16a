/** Reads the chapters and ad breaks of a form, tells all of its faults at once, and says how loud audio is; pure. */
import type { z } from "zod";
import { clearableUrl } from "../../../platform/http/addressparams.ts";
import { line } from "../../../platform/http/params.ts";
import { parseMoment } from "../waveform/moments.ts";

type Values = Readonly<Record<string, string>>;

/** A row of the form: what was written in it. `key` is the beginning of its fields' names, such as `c3`. */
export type Row = Readonly<{
  key: string;
  kind: "chapter" | "break";
  id: string;
  at: string;
  /** Of a chapter. */
  title: string;
  url: string;
  /** Of a break: how many ads at most. */
  ads: string;
  isRemoved: boolean;
}>;

type ChapterMark = Readonly<{
  chapter_id: number | null;
  starts_at: number;
  title: string;
  external_url: string | null;
}>;

type BreakMark = Readonly<{ timecode: number; ads_max_count: number }>;

export type Marks = Readonly<{
  chapters: readonly ChapterMark[];
  breaks: readonly BreakMark[];
  /** Field → what is wrong with it. */
  faults: Values;
}>;

const KEY = /^([cb])(\d{1,5})\.at$/;

/** The rows of a form in the order in which they were sent. */
export const rowsOf = (given: Values): Row[] =>
  Object.entries(given).flatMap(([name, at]): Row[] => {
    const found = KEY.exec(name);
    if (found === null) return [];
    const key = name.slice(0, -".at".length);
    const text = (part: string) => given[`${key}.${part}`] ?? "";
    const kind = found[1] === "c" ? "chapter" : "break";
    const isRemoved = text("remove") !== "";
    return [
      {
        key,
        kind,
        id: text("id"),
        at,
        title: text("title"),
        url: text("url"),
        ads: text("ads"),
        isRemoved,
      },
    ];
  });

const chapterTitle = line({ min: 1, max: 120 });
const chapterUrl = clearableUrl();
const INTEGER = /^\d{1,9}$/;

/** An empty row adds nothing, and a removed one is not read. */
export const isMeant = (row: Row): boolean =>
  !row.isRemoved && (row.at.trim() !== "" || row.title.trim() !== "");

/** The marks that the rows mean, and what is wrong with each field. `duration`: 0 while it is unknown. */
export function marksOf(rows: readonly Row[], duration: number): Marks {
  const faults: Record<string, string> = {};
  const seen = { chapter: new Set<number>(), break: new Set<number>() };
  const read = <T>(field: string, schema: z.ZodType<T>, value: string): T | null => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    faults[field] = parsed.error.issues[0]?.message ?? "is invalid";
    return null;
  };
  const chapters: ChapterMark[] = [];
  const breaks: BreakMark[] = [];
  for (const row of rows.filter(isMeant)) {
    const at = momentOf(row, duration, seen[row.kind]);
    if (typeof at === "string") faults[`${row.key}.at`] = at;
    const moment = typeof at === "number" ? at : 0;
    if (row.kind === "break") {
      breaks.push({
        timecode: moment,
        ads_max_count: Math.min(5, Math.max(1, Math.trunc(Number(row.ads)) || 1)),
      });
      continue;
    }
    const title = read(`${row.key}.title`, chapterTitle, row.title);
    const external_url = read(`${row.key}.url`, chapterUrl, row.url);
    const chapter_id = INTEGER.test(row.id) ? Number(row.id) : null;
    chapters.push({ chapter_id, starts_at: moment, title: title ?? "", external_url });
  }
  if (breaks.length > MOST_BREAKS) faults.breaks = "too_many";
  return { chapters, breaks, faults };
}

const MOST_BREAKS = 20;

/** The moment of a row, or the name of the text that says what is wrong. A break may be at the very end. */
function momentOf(row: Row, duration: number, seen: Set<number>): number | Fault {
  const at = parseMoment(row.at);
  if (at === null) return "not_a_time";
  const last = row.kind === "break" ? duration : duration - 1;
  if (duration > 0 && at > last) return "beyond";
  if (seen.has(at)) return "taken";
  seen.add(at);
  return at;
}

/** Names of texts in `words`. */
type Fault = "not_a_time" | "beyond" | "taken";
export const FAULTS: ReadonlySet<string> = new Set(["not_a_time", "beyond", "taken", "too_many"]);
