/** Reads the migrations: numbered SQL files, each of which declares how it changes the schema. */
import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { UnusableDatabaseError } from "../failure.ts";

/**
 * `expand`: processes of the previous release can go on beside it. `contract`: it takes away what no release since
 * `since` uses. `undeclared`: written before migrations declared what they are.
 */
export type Kind =
  | Readonly<{ kind: "expand" | "undeclared" }>
  | Readonly<{ kind: "contract"; since: string }>;

export type Migration = Readonly<{
  version: number;
  name: string;
  sql: string;
  checksum: string;
  declared: Kind;
  /** The index that it creates, alone and outside a transaction, while rows are written; null: it is a transaction. */
  concurrently: string | null;
}>;

/** The migrations of a folder, in order. Throws `UnusableDatabaseError` for a name without a number of its own. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  let last = 0;
  const numbered = names.map((name) => {
    const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]);
    if (!(version > last))
      throw new UnusableDatabaseError(`The migration ${name} is out of order.`);
    last = version;
    return { version, name };
  });
  return Promise.all(
    numbered.map(async ({ version, name }) => {
      const sql = (await readFile(path.join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      return {
        version,
        name,
        sql,
        checksum: hash("sha256", sql),
        declared: declaredKind(sql),
        concurrently: CONCURRENTLY.exec(sql)?.[1] ?? null,
      };
    }),
  );
}

const CONTRACT = /^-- contract since (\d+\.\d+\.\d+)\b/;
/** Anchored, so that the words in a comment or a text mean nothing. */
const CONCURRENTLY = /^create (?:unique )?index concurrently if not exists (\w+)/im;

function declaredKind(sql: string): Kind {
  const since = CONTRACT.exec(sql)?.[1];
  if (since !== undefined) return { kind: "contract", since };
  return { kind: /^-- expand\b/.test(sql) ? "expand" : "undeclared" };
}
