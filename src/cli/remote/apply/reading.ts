/** Reads a file of `apply`: YAML, whose sections are checked before anything is sent. */
import { type Document, parseDocument } from "yaml";
import { UsageError } from "../../errors.ts";
import { type Fields, namesOf, readText } from "../fields.ts";
import { KINDS, type Kind } from "./kinds.ts";

export type Wanted = Readonly<{ kind: Kind; key: string; fields: Fields }>;
export type Desired = Readonly<{ team: number | null; records: readonly Wanted[] }>;

/** The records of the file, in the order in which they are applied. Throws a `UsageError` that names what is wrong. */
export async function readDesired(file: string): Promise<Desired> {
  const document = parseDocument(await readText("apply", file));
  const [error] = document.errors;
  if (error !== undefined) throw new UsageError(`${file}: ${error.message}`);
  const content = contentOf(document, file);
  if (!isRecord(content)) throw new UsageError(`${file} must contain sections such as “shows:”.`);
  const { team_id: team = null, ...sections } = content;
  if (team !== null && !Number.isSafeInteger(team))
    throw new UsageError("team_id must be a number.");
  const known = KINDS.map(({ section }) => section);
  const unknown = Object.keys(sections).find((section) => !known.includes(section));
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is not a section. The sections are ${known.join(", ")}.`);
  const records = KINDS.flatMap((kind) => readSection(kind, sections[kind.section] ?? []));
  return { team: team as number | null, records };
}

/** Aliases that repeat each other would grow beyond any memory. */
const MAX_ALIASES = 100;

function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}.`);
  }
}

function readSection(kind: Kind, entries: unknown): Wanted[] {
  if (!Array.isArray(entries)) throw new UsageError(`${kind.section} must be a list.`);
  const seen = new Set<string>();
  return entries.map((entry: unknown, at) => {
    const place = `${kind.section}[${at}]`;
    if (!isRecord(entry)) throw new UsageError(`${place} must contain fields.`);
    const key = entry[kind.key];
    if ((typeof key !== "string" && typeof key !== "number") || key === "")
      throw new UsageError(
        `${place}: ${kind.key} is required, because it identifies the ${kind.record}.`,
      );
    if (seen.has(String(key))) throw new UsageError(`${place}: ${kind.key} ${key} occurs twice.`);
    seen.add(String(key));
    checkNames(kind, place, entry);
    return { kind, key: String(key), fields: { ...entry, [kind.key]: String(key) } };
  });
}

/** Files and ids have no place in the file; what a reference sends is looked up. */
function checkNames(kind: Kind, place: string, entry: Fields): void {
  const { all, path, files } = namesOf(kind.update);
  const left = [...path, ...files, "c", kind.reference?.sentAs];
  const allowed = all.filter((name) => !left.includes(name));
  if (kind.reference !== undefined) allowed.push(kind.reference.field);
  const unknown = Object.keys(entry).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `${place}: ${unknown} is not a field. The fields are ${allowed.join(", ")}.`,
    );
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
