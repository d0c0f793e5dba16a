/** An entry of the audit log as a sentence and its changes, in the reader's language; pure. */
import { clockTime, fill } from "../../web/layout/rules.ts";
import type { Words as EpisodeWords } from "../episode/words.ts";
import { plural } from "../frame/plurals.ts";
import type { Words } from "./words.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type Entry = Readonly<{
  at: Date;
  actor: string | null;
  via: string;
  action: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}>;

/** What of a record changed, as texts; both null if only the fact is known. */
export type Change = Readonly<{ name: string; before: string | null; after: string | null }>;

export type EntryText = Readonly<{ sentence: string; via: string; changes: readonly Change[] }>;

/** What the texts of an entry need. */
export type Reader = Readonly<{ words: Words; terms: EpisodeWords; timeZone: string }>;

/** Columns that follow others, or mean nothing to people. */
const SILENT: ReadonlySet<string> = new Set(["author_id", "deleted_at", "description_html"]);
const AUDIO: ReadonlySet<string> = new Set(["media_url", "media_key", "upload_key", "source_url"]);

/** The entry as a sentence: “Mara Ellison changed: title, tags”. */
export function entryText(entry: Entry, reader: Reader): EntryText {
  const { words } = reader;
  const { action, via } = entry;
  const changes = changesOf(entry, reader);
  const who = entry.actor ?? (via === "system" ? words.system : words.gone);
  const fields = new Intl.ListFormat(words.locale, { type: "unit" }).format(
    changes.map(({ name }) => name),
  );
  const known = textIn(words, `did_${action}`) ?? words.did_update;
  return {
    sentence: fill(known, { who, fields: fields === "" ? words.changed : fields }),
    via: textIn(words, `via_${via}`) ?? via,
    changes: action === "create" ? [] : changes,
  };
}

function changesOf({ before, after }: Entry, reader: Reader): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isPlain = names.includes("description") || !names.includes("description_html");
  const shown = names.filter(
    (name) => !SILENT.has(name) || (name === "description_html" && !isPlain),
  );
  const changes = shown.map((name) =>
    changeOf(name, before[name] as Json, after[name] as Json, reader),
  );
  // Several columns are about the same audio.
  return changes.filter(({ name }, at) => changes.findIndex((one) => one.name === name) === at);
}

function changeOf(
  field: string,
  past: Json | undefined,
  present: Json | undefined,
  reader: Reader,
): Change {
  const { words } = reader;
  if (AUDIO.has(field)) return factOf(words.field_audio);
  if (field === "image_id") return factOf(words.field_image_id);
  if (field === "limited_key") return factOf(words.field_limited_key);
  const [part = "", key = ""] = field.split(/\.(.*)/s);
  const name = nameOf(part, key, words);
  if (part === "transcripts" || part === "messages")
    return {
      name,
      before: past === undefined ? null : present === undefined ? words.removed : null,
      after: past === undefined ? words.added : present === undefined ? null : words.changed,
    };
  const text = (value: Json | undefined) => valueText(part, value, reader);
  return { name, before: text(past), after: text(present) };
}

const factOf = (name: string): Change => ({ name, before: null, after: null });

function nameOf(part: string, key: string, words: Words): string {
  if (part === "feed_tags") return textIn(words, `tag_${key}`) ?? key;
  if (part.startsWith("further_")) return part.slice("further_".length);
  const name = textIn(words, `field_${part === "description_html" ? "description" : part}`);
  return name === undefined ? part : fill(name, { at: clockTime(Number(key) || 0) });
}

const textIn = (words: Words, key: string): string | undefined => {
  const found = (words as unknown as Record<string, unknown>)[key];
  return Object.hasOwn(words, key) && typeof found === "string" ? found : undefined;
};

const DATES: ReadonlySet<string> = new Set(["published_at", "auto_published_at"]);

function valueText(part: string, value: Json | undefined, reader: Reader): string {
  const { words, terms, timeZone } = reader;
  if (value === undefined || value === null || value === "") return words.empty;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (part === "description_html") return words.changed;
  if (part === "duration" && typeof value === "number") return clockTime(value);
  if (part.startsWith("further_") && typeof value === "number")
    return plural(words, words.further, value);
  if (DATES.has(part) && typeof value === "string") return dateText(value, timeZone, words.locale);
  if (part === "visibility" || part === "season_episode_type") {
    const key = `${part === "visibility" ? "visibility" : "kind"}_${value}`;
    return (terms as unknown as Record<string, string>)[key] ?? String(value);
  }
  return plainText(value, words);
}

function dateText(value: string, timeZone: string, locale: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(date);
}

/** The words that people know a part by: its names and titles. */
function plainText(value: Json, words: Words): string {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => plainText(item, words));
    return items.length === 0 ? words.empty : items.join(", ");
  }
  if (typeof value !== "object" || value === null) return String(value);
  const record = value as Readonly<Record<string, Json>>;
  if (typeof record.ads_max_count === "number")
    return plural(words, words.ads, record.ads_max_count);
  if (typeof record.open === "number") return plural(words, words.open_reports, record.open);
  if (record.value !== undefined) return plainText(record.value, words);
  const known = ["name", "title", "text", "uri", "url", "identifier"].find(
    (name) => typeof record[name] === "string",
  );
  return known === undefined ? words.changed : String(record[known]);
}
