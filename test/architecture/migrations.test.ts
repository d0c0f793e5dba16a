/** Tests that each migration lets processes of the previous release go on beside it, or says since when it need not. */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { SCHEMA_DIR } from "../../src/platform/db/migrate.ts";
import { type Migration, readMigrations } from "../../src/platform/db/migrations/files.ts";
import { effectsOf } from "../../src/platform/db/migrations/statements.ts";
import { ROOT } from "./sources.ts";

/** The migrations of 0.1.0, which declare nothing. */
const LAST_UNDECLARED = 46;

const migrations = async (): Promise<Migration[]> =>
  (await readMigrations(path.join(SCHEMA_DIR, "migrations"))).filter(
    ({ version }) => version > LAST_UNDECLARED,
  );

/** Versions with a chapter of their own in the changelog. */
const released = [
  ...readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8").matchAll(/^## (\d+\.\d+\.\d+)/gm),
].map(([, version]) => version);

test("every migration declares in its first line what it is", async () => {
  const bad = (await migrations()).flatMap(({ name, declared }) =>
    declared.kind === "undeclared"
      ? [`${name}: begin it with "-- expand" or "-- contract since 0.0.0: reason"`]
      : [],
  );
  expect(bad).toEqual([]);
});

test("a migration that expands harms neither the previous release nor its traffic", async () => {
  const bad: string[] = [];
  for (const { name, sql, declared } of await migrations())
    if (declared.kind === "expand")
      for (const { act, table, harm } of await effectsOf(sql))
        if (harm !== null) bad.push(`${name}: ${act} (${table}): ${harm}`);
  expect(bad).toEqual([]);
});

test("a migration takes away only what a released version has stopped using", async () => {
  const bad = (await migrations()).flatMap(({ name, declared }) =>
    declared.kind === "contract" && !released.includes(declared.since)
      ? [`${name}: ${declared.since} is not released`]
      : [],
  );
  expect(bad).toEqual([]);
});

test("an index that is built while rows are written is the only statement of its migration", async () => {
  const bad: string[] = [];
  for (const { name, sql, concurrently } of await migrations()) {
    const acts = (await effectsOf(sql)).map(({ act }) => act);
    const isAlone = acts.length === 1 && concurrently !== null;
    if (acts.includes("create index concurrently") && !isAlone) bad.push(name);
  }
  expect(bad).toEqual([]);
});

test("functions are only created or replaced, which locks no table", async () => {
  const folder = path.join(SCHEMA_DIR, "functions");
  const bad: string[] = [];
  for (const name of await readdir(folder)) {
    const sql = await readFile(path.join(folder, name), "utf8");
    // The search creates further functions in blocks, by which extensions there are.
    for (const { act } of await effectsOf(sql)) if (act !== "Do") bad.push(`${name}: ${act}`);
  }
  expect(bad).toEqual([]);
});

test("statements are judged by what they do to the tables that are there", async () => {
  const judge = async (sql: string) =>
    (await effectsOf(sql)).map(({ lock, rows, harm }) => [lock, rows, harm !== null]);
  for (const [sql, ...expected] of [
    ["alter table shows add column a text", ["ACCESS EXCLUSIVE", "none", false]],
    ["alter table shows add a int not null default 0", ["ACCESS EXCLUSIVE", "none", false]],
    ["alter table shows add a timestamptz default now()", ["ACCESS EXCLUSIVE", "none", false]],
    ["alter table shows add a int not null", ["ACCESS EXCLUSIVE", "reads", true]],
    [
      "alter table shows add a uuid default gen_random_uuid()",
      ["ACCESS EXCLUSIVE", "writes", true],
    ],
    ["alter table shows add a int check (a > 0)", ["ACCESS EXCLUSIVE", "reads", true]],
    ["alter table shows drop title", ["ACCESS EXCLUSIVE", "none", true]],
    ["alter table shows rename title to name", ["ACCESS EXCLUSIVE", "none", true]],
    ["alter table shows alter title set not null", ["ACCESS EXCLUSIVE", "reads", true]],
    ["alter table shows alter title type varchar", ["ACCESS EXCLUSIVE", "writes", true]],
    ["create index on shows (title)", ["SHARE", "reads", true]],
    ["create index concurrently on shows (title)", ["SHARE UPDATE EXCLUSIVE", "reads", false]],
    [
      "create unique index concurrently on shows (title)",
      ["SHARE UPDATE EXCLUSIVE", "reads", true],
    ],
    ["update shows set title = ''", ["ROW EXCLUSIVE", "writes", true]],
    ["drop table shows", ["ACCESS EXCLUSIVE", "none", true]],
    ["drop trigger one on shows", ["ACCESS EXCLUSIVE", "none", true]],
    ["do $$ begin end $$", [null, "none", true]],
    ["create table a (b bigint references shows)", ["SHARE ROW EXCLUSIVE", "none", false]],
    ["create table a (b int); create index on a (b); update a set b = 1; alter table a drop b"],
  ] as const)
    expect([sql, await judge(sql)]).toEqual([sql, expected]);
});
