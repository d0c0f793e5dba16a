/** Feed tags of an episode as rows of form fields, and back; pure. */
import { EPISODE_NOUNS } from "../../distribution/feedtags/schema.ts";

/** `seconds`: milliseconds in the API. */
type Kind = "text" | "url" | "seconds" | "number" | "rel" | "protocol";

type Field = Readonly<{ name: FieldName; kind: Kind; required?: true }>;

type FieldName =
  | "name"
  | "role"
  | "group"
  | "url"
  | "image_url"
  | "title"
  | "starts_at"
  | "duration"
  | "protocol"
  | "uri"
  | "account_id"
  | "account_url"
  | "priority"
  | "rel"
  | "geo"
  | "osm"
  | "country"
  | "identifier";

export type Section = Readonly<{ noun: LinkNoun; isList: boolean; fields: readonly Field[] }>;

type LinkNoun = "persons" | "soundbites" | "social_interact" | "location" | "license";

/** The tags that people write themselves; others come from feeds and programs. */
export const SECTIONS: readonly Section[] = [
  {
    noun: "persons",
    isList: true,
    fields: [
      { name: "name", kind: "text", required: true },
      { name: "role", kind: "text" },
      { name: "group", kind: "text" },
      { name: "url", kind: "url" },
      { name: "image_url", kind: "url" },
    ],
  },
  {
    noun: "soundbites",
    isList: true,
    fields: [
      { name: "title", kind: "text" },
      { name: "starts_at", kind: "seconds", required: true },
      { name: "duration", kind: "seconds", required: true },
    ],
  },
  {
    noun: "social_interact",
    isList: true,
    fields: [
      { name: "protocol", kind: "protocol", required: true },
      { name: "uri", kind: "url" },
      { name: "account_id", kind: "text" },
      { name: "account_url", kind: "url" },
      { name: "priority", kind: "number" },
    ],
  },
  {
    noun: "location",
    isList: true,
    fields: [
      { name: "name", kind: "text", required: true },
      { name: "rel", kind: "rel" },
      { name: "geo", kind: "text" },
      { name: "osm", kind: "text" },
      { name: "country", kind: "text" },
    ],
  },
  {
    noun: "license",
    isList: false,
    fields: [
      { name: "identifier", kind: "text", required: true },
      { name: "url", kind: "url" },
    ],
  },
];

export const sectionOf = (noun: string | undefined): Section | undefined =>
  SECTIONS.find((section) => section.noun === noun);

export type Row = Readonly<Record<string, string>>;

/** The stored value of a tag as rows of texts. */
export function rowsOf({ fields, isList }: Section, value: unknown): Row[] {
  const items = (isList ? (value ?? []) : value == null ? [] : [value]) as Record<
    string,
    unknown
  >[];
  return items.map((item) =>
    Object.fromEntries(
      fields.map(({ name, kind }) => {
        const found = item[name];
        const text = found == null ? "" : String(kind === "seconds" ? Number(found) / 1000 : found);
        return [name, text];
      }),
    ),
  );
}

/** The rows that a form sent, by their numbers in it; without those that are empty or to be removed. */
export function sentRows({ noun, fields }: Section, given: Row): Map<number, Row> {
  const rows = new Map<number, Record<string, string>>();
  for (const [key, text] of Object.entries(given)) {
    const [of, number = "", name = ""] = key.split(".");
    if (of !== noun || !/^\d{1,3}$/.test(number)) continue;
    const row = rows.get(Number(number)) ?? {};
    row[name] = text.trim();
    rows.set(Number(number), row);
  }
  // A choice alone is no row: it has always a value.
  const written = fields.filter(({ kind }) => kind !== "protocol");
  return new Map(
    [...rows]
      .filter(([, row]) => row.remove === undefined && written.some(({ name }) => row[name]))
      .sort(([a], [b]) => a - b),
  );
}

type Read = Readonly<{ value: unknown } | { faults: Readonly<Record<string, string>> }>;

/** The value to be stored, or what is wrong by field: `persons.0.name`. */
export function readRows(section: Section, rows: ReadonlyMap<number, Row>): Read {
  const numbers = [...rows.keys()];
  const items = [...rows.values()].map((row) => itemOf(section, row));
  const parsed = EPISODE_NOUNS[section.noun].safeParse(section.isList ? items : (items[0] ?? null));
  if (parsed.success) return { value: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => {
    const [at = 0, name = ""] = section.isList ? path : [0, ...path];
    return [`${section.noun}.${numbers[Number(at)] ?? 0}.${String(name)}`, message] as const;
  });
  return { faults: Object.fromEntries(faults) };
}

function itemOf({ fields }: Section, row: Row): Record<string, unknown> {
  const entries = fields.map(({ name, kind }) => {
    const text = row[name] ?? "";
    if (kind === "seconds") return [name, text === "" ? text : Math.round(Number(text) * 1000)];
    return [name, kind === "rel" && text === "" ? null : text];
  });
  return Object.fromEntries(entries);
}

/** The texts of a row in one line, for people. */
export const rowText = (row: Row): string =>
  Object.values(row)
    .filter((text) => text !== "")
    .join(" · ");
