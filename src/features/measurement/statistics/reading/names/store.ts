/** SQL that reads the names of sources, devices, systems and countries. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";

/** `dimension`: its index in `DIMENSIONS`. */
export type Name = Readonly<{ dimension: number; name: string; kind: string }>;

/** The names by id; unknown ids are left out. */
export async function findNames(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Name>> {
  const { rows } = await sql<Name & { name_id: number }>`
    select name_id, dimension, name, kind from audience_names
    where name_id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ name_id, ...name }) => [name_id, name]));
}
