/** Decides what `apply` has to create and change: the difference between a file and a server. */
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import { each } from "../../../../clients/typescript/src/pages.ts";
import { UsageError } from "../../errors.ts";
import type { Fields } from "../fields.ts";
import { isSame } from "./comparing.ts";
import { KINDS, type Kind } from "./kinds.ts";
import type { Desired, Wanted } from "./reading.ts";

export type Difference = Readonly<{ field: string; before: unknown; after: unknown }>;
export type Step = Wanted &
  Readonly<{
    /** Null: the record is to be created. */
    id: number | null;
    etag: string | null;
    differences: readonly Difference[];
  }>;

/** Ids by section and key. */
export type Ids = Map<string, Map<string, number>>;

export async function makePlan(longwave: Longwave, desired: Desired) {
  const ids: Ids = new Map();
  const used = new Set(
    desired.records.flatMap(({ kind }) => [kind.section, kind.reference?.section]),
  );
  for (const kind of KINDS.filter(({ section }) => used.has(section)))
    ids.set(kind.section, await findIds(longwave, kind, desired.team));
  checkReferences(desired, ids);
  const steps: Step[] = [];
  for (const wanted of desired.records) steps.push(await stepFor(longwave, wanted, ids));
  return { ids, steps };
}

/** The records that there are. Two with the same key cannot be told apart, so that is an error. */
async function findIds(longwave: Longwave, kind: Kind, team: number | null) {
  const input = kind.ofTeam ? (team === null ? {} : { team_id: team }) : {};
  const whose = kind.list === "listUserShows" ? { user_id: "me", limit: 100 } : input;
  const found = new Map<string, number>();
  for await (const item of each(longwave, kind.list, whose as never)) {
    let record = item as Fields;
    if (record.deleted_at) continue;
    const id = Number(record[kind.id]);
    // The list of shows does not contain their permalinks.
    if (!(kind.key in record)) record = (await read(longwave, kind, id)).record;
    const key = String(record[kind.key] ?? "");
    if (key === "") continue;
    if (found.has(key))
      throw new UsageError(
        `Two ${kind.section} have the ${kind.key} ${key}: ${found.get(key)} and ${id}.`,
      );
    found.set(key, id);
  }
  return found;
}

function checkReferences({ records }: Desired, ids: Ids): void {
  for (const { kind, key, fields } of records) {
    const { reference } = kind;
    if (reference === undefined || fields[reference.field] === undefined) continue;
    const target = String(fields[reference.field]);
    const isInFile = records.some(
      (one) => one.kind.section === reference.section && one.key === target,
    );
    if (!isInFile && !ids.get(reference.section)?.has(target))
      throw new UsageError(`${kind.record} ${key}: there is no ${reference.field} ${target}.`);
  }
}

async function stepFor(longwave: Longwave, wanted: Wanted, ids: Ids): Promise<Step> {
  const { kind, key, fields } = wanted;
  const id = ids.get(kind.section)?.get(key);
  if (id === undefined) {
    const differences = Object.entries(fields).map(([field, after]) => ({
      field,
      before: null,
      after,
    }));
    return { ...wanted, id: null, etag: null, differences };
  }
  const { record, etag } = await read(longwave, kind, id);
  const differences = differencesOf(kind, record, fields, ids);
  return { ...wanted, id, etag, differences };
}

/** What `record` does not have as `fields` want it. */
export function differencesOf(kind: Kind, record: Fields, fields: Fields, ids: Ids): Difference[] {
  const { reference } = kind;
  return Object.entries(fields).flatMap(([field, after]) => {
    if (field !== reference?.field)
      return isSame(record[field], after) ? [] : [{ field, before: record[field] ?? null, after }];
    const wanted = ids.get(reference.section)?.get(String(after));
    const before = record[reference.sentAs];
    return before === wanted ? [] : [{ field, before, after }];
  });
}

async function read(longwave: Longwave, kind: Kind, id: number) {
  const { answer, etag } = await longwave.call(kind.get, { [kind.id]: id } as never);
  return { record: (answer as Fields)[kind.record] as Fields, etag };
}
