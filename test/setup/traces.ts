/** Everything that a request could leave behind: a digest of each table, and the journals. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { World } from "./world.ts";

/** A digest of the rows of every table, ledgers, pins, bookings and pacing included, and each journal. */
export async function readTraces({ deps }: World): Promise<Record<string, string>> {
  const { rows: tables } = await deps.pool.query(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     order by 1`,
  );
  const traces: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await deps.pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as rows from ${name} t`,
    );
    traces[name] = rows[0].rows;
  }
  const folder = path.join(deps.config.dataDir, "journal");
  for (const name of await readdir(folder, { recursive: true }).catch(() => []))
    traces[name] = await readFile(path.join(folder, name)).then(
      (bytes) => bytes.toString("hex"),
      () => "a folder",
    );
  return traces;
}
