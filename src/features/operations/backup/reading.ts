/** Reads the parts of a backup that restoring, verifying and removing need. */
import { text } from "node:stream/consumers";
import type { Archive } from "../../../platform/archive/archive.ts";
import type { Source } from "../../../platform/db/dump/load.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { Manifest } from "./manifest.ts";

/** The keys of all files that the database of the backup refers to. */
export async function readKeys(
  archive: Archive,
  { media }: Pick<Manifest, "media">,
): Promise<MediaKey[]> {
  const keys = (await text(await archive.getText(media.stored))).split("\n");
  return keys.filter((key) => key !== "");
}

/** The rows of each table of the backup. */
export function readTables(archive: Archive, { structure, tables }: Manifest): Source {
  const stored = new Map(
    structure.tables.map(({ schema, name }, at) => [`${schema}.${name}`, tables[at]]),
  );
  return async ({ schema, name }) => {
    const table = stored.get(`${schema}.${name}`);
    if (table === undefined || table.rows === 0) return null;
    return { rows: table.rows, text: await archive.getText(table.stored) };
  };
}
