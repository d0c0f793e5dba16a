/** An entry of a line item's audit log as texts: who changed what, before and after; pure. */
import type { EntryRow } from "../../people/audit/store.ts";
import { fieldName, fieldText, type Reader } from "./fieldtexts.ts";
import type { Words } from "./words.ts";

/** A field that changed; both values are null if only the fact is known. */
type ChangedField = Readonly<{ name: string; before: string | null; after: string | null }>;

export type Changed = Readonly<{
  at: Date;
  who: string;
  isNew: boolean;
  fields: readonly ChangedField[];
}>;

/** Columns that follow others, or mean nothing to people. */
const SILENT: ReadonlySet<string> = new Set(["approved_at", "team_id", "deleted_at"]);
/** Columns of secrets; the log only says that they changed. */
const WITHHELD = "withheld";

export function changedText(entry: EntryRow, reader: Reader): Changed {
  const { words } = reader;
  const [before, after] = [entry.before, entry.after] as Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const gone = entry.via === "system" ? words.by_system : words.by_gone;
  return {
    at: entry.at,
    who: entry.fullname ?? gone,
    isNew: entry.action === "create",
    fields: [...names]
      .filter((name) => !SILENT.has(name))
      .map((name) => fieldOf(name, before?.[name], after?.[name], reader)),
  };
}

function fieldOf(field: string, past: unknown, present: unknown, reader: Reader): ChangedField {
  const { words } = reader;
  if (past === WITHHELD || present === WITHHELD)
    return { name: fieldName(field, reader), before: null, after: null };
  if (field.startsWith("creatives."))
    return {
      name: words.creatives,
      before: creativeText(past, words),
      after: creativeText(present, words),
    };
  if (field === "canceled_at")
    return {
      name: fieldName(field, reader),
      before: past ? words.yes : words.no,
      after: present ? words.yes : words.no,
    };
  return {
    name: fieldName(field, reader),
    before: fieldText(field, past, reader),
    after: fieldText(field, present, reader),
  };
}

/** The name of the file and how often it is played. */
function creativeText(value: unknown, words: Words): string {
  if (typeof value !== "object" || value === null) return words.none;
  const { filename, weight } = value as { filename?: string; weight?: number };
  return [filename, weight === undefined ? null : `${words.weight} ${weight}`]
    .filter(Boolean)
    .join(", ");
}
