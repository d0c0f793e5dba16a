/** Tests migrations: their order, their atomicity, and which databases they refuse. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { describePlan } from "../../src/cli/migrationplan.ts";
import { inspectSchema, migrate, SCHEMA_DIR } from "../../src/platform/db/migrate.ts";
import { planMigrations } from "../../src/platform/db/migrations/plan.ts";
import { longwave, makeDataDir, urlOf } from "../journeys/processes.ts";

let folder: string;
let target: pg.ClientConfig;
let count = 0;

beforeEach(async () => {
  count += 1;
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-migrations-"));
  const database = `longwave_migrate_${process.pid}_${count}`;
  await ask(inject("postgres"), `create database ${database}`);
  target = { ...inject("postgres"), database };
});

afterEach(async () => {
  await ask(inject("postgres"), `drop database ${target.database} with (force)`);
  await rm(folder, { recursive: true });
});

async function put(name: string, text: string, kind: "migrations" | "functions" = "migrations") {
  await mkdir(path.join(folder, kind), { recursive: true });
  await writeFile(path.join(folder, kind, name), text);
}

async function ask(to: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(to);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("they run once, in order, and later ones build on earlier ones", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0002_two.sql", "insert into one values (1); alter table one add y int default 2");
  expect(await inspectSchema(target, folder)).toMatchObject({
    applied: 0,
    pending: [{ name: "0001_one.sql" }, { name: "0002_two.sql" }],
  });
  expect(await migrate(target, folder)).toEqual(["0001_one.sql", "0002_two.sql"]);
  expect(await migrate(target, folder)).toEqual([]);
  await put("0003_three.sql", "update one set x = x + 10");
  expect(await migrate(target, folder)).toEqual(["0003_three.sql"]);
  expect(await ask(target, "select * from one")).toEqual([{ x: 11, y: 2 }]);
  expect(await inspectSchema(target, folder)).toMatchObject({ applied: 3, pending: [] });
});

test("a failed one leaves no changes, and runs once it is repaired", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0002_two.sql", "create table two (x int); insert into two values (1); select 1/0");
  await expect(migrate(target, folder)).rejects.toThrow(
    "The migration 0002_two.sql failed and was undone: division by zero.",
  );
  expect(await ask(target, "select to_regclass('one') as one, to_regclass('two') as two")).toEqual([
    { one: "one", two: null },
  ]);
  await put("0002_two.sql", "create table two (x int)");
  expect(await migrate(target, folder)).toEqual(["0002_two.sql"]);
});

test("simultaneous runs wait for each other", async () => {
  await put("0001_one.sql", "create table one (x int); select pg_sleep(0.2)");
  await put("0002_two.sql", "insert into one values (1)");
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(target, folder)));
  expect(applied.flat().sort()).toEqual(["0001_one.sql", "0002_two.sql"]);
  expect(await ask(target, "select count(*)::int as count from one")).toEqual([{ count: 1 }]);
});

test("two processes migrate one new database together", async () => {
  const DATABASE_URL = urlOf(target);
  const ended = await Promise.all(
    [0, 1].map(async () =>
      longwave(["migrate", "--json"], { DATA_DIR: await makeDataDir(), DATABASE_URL }),
    ),
  );
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  const { applied } = await inspectSchema(target);
  const functions = await readdir(path.join(SCHEMA_DIR, "functions"));
  expect(ended.flatMap(({ stdout }) => JSON.parse(stdout).migrated)).toHaveLength(
    applied + functions.length,
  );
});

test("a changed file, a newer schema and a number used twice are refused", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0002_two.sql", "create table two (x int)");
  await migrate(target, folder);

  await put("0001_one.sql", "create table one (x int);\r\n");
  await expect(migrate(target, folder)).rejects.toThrow(/0001_one\.sql was changed after/);
  await put("0001_one.sql", "create table one (x int)");

  await rm(path.join(folder, "migrations", "0002_two.sql"));
  await expect(migrate(target, folder)).rejects.toThrow(/newer Longwave \(migration 0002_two/);

  await put("0002_two.sql", "create table two (x int)");
  await put("0002_other.sql", "create table other (x int)");
  await expect(migrate(target, folder)).rejects.toThrow("is out of order");
  expect(await ask(target, "select to_regclass('other') as found")).toEqual([{ found: null }]);
});

test("numbers may be missing, and one that appears later is still applied", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0003_three.sql", "create table three (x int)");
  expect(await migrate(target, folder)).toEqual(["0001_one.sql", "0003_three.sql"]);
  await put("0002_two.sql", "create table two (x int)");
  expect(await migrate(target, folder)).toEqual(["0002_two.sql"]);
});

test("an older version goes on with a schema that was only expanded", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0002_two.sql", "-- expand\nalter table one add y int");
  await migrate(target, folder);
  await rm(path.join(folder, "migrations", "0002_two.sql"));
  expect(await migrate(target, folder)).toEqual([]);
  expect(await inspectSchema(target, folder)).toMatchObject({
    pending: [],
    newer: ["0002_two.sql"],
  });

  await put("0003_three.sql", "-- contract since 0.1.0: nothing reads it\nalter table one drop x");
  await migrate(target, folder);
  await rm(path.join(folder, "migrations", "0003_three.sql"));
  await expect(migrate(target, folder)).rejects.toThrow(/newer Longwave \(migration 0003_three/);
});

test("traffic goes on while a change waits for a lock", async () => {
  await put("0001_one.sql", "create table one (x int); insert into one values (1)");
  await migrate(target, folder);
  await put("0002_two.sql", "-- expand\nalter table one add y int");
  const report = new pg.Client(target);
  await report.connect();
  // A long report holds a lock that the change conflicts with.
  await report.query("begin; select * from one");
  const waited: string[] = [];
  const migrating = migrate(target, folder, (sentence) => void waited.push(sentence));
  const slowest = { ms: 0 };
  while (waited.length < 2) {
    const before = performance.now();
    await ask(target, "select x from one");
    slowest.ms = Math.max(slowest.ms, performance.now() - before);
  }
  await report.query("commit");
  await report.end();
  expect(await migrating).toEqual(["0002_two.sql"]);
  expect(waited[0]).toMatch(/^0002_two\.sql waits for other statements and is tried again/);
  // Requests queue behind the change only for as long as it waits: 1.5 s, and the machine's own delays.
  expect(slowest.ms).toBeLessThan(4000);
});

test("an index is built while rows are written, also after an interruption", async () => {
  await put("0001_one.sql", "create table one (x int); insert into one values (1), (1)");
  await migrate(target, folder);
  const index = "create index concurrently if not exists one_x on one (x)";
  await put("0002_two.sql", `-- expand\n${index.replace("index", "unique index")}`);
  await expect(migrate(target, folder)).rejects.toThrow("could not create unique index");
  // What an interrupted attempt leaves is not taken for the index.
  await put("0002_two.sql", `-- expand\n${index}`);
  const writer = new pg.Client(target);
  await writer.connect();
  await writer.query("begin; insert into one values (2)");
  const migrating = migrate(target, folder);
  await ask(target, "insert into one values (3)");
  await writer.query("commit");
  await writer.end();
  expect(await migrating).toEqual(["0002_two.sql"]);
  expect(
    await ask(
      target,
      "select indisvalid, indisunique from pg_index where indexrelid = 'one_x'::regclass",
    ),
  ).toEqual([{ indisvalid: true, indisunique: false }]);
});

test("a plan names locks, rows and whom a change breaks, and changes nothing", async () => {
  await put(
    "0001_one.sql",
    "create table one (x int); insert into one select generate_series(1, 50)",
  );
  await migrate(target, folder);
  await ask(target, "analyze one");
  await put("0002_two.sql", "-- expand\nalter table one add y int; create table two (z int)");
  await put(
    "0003_three.sql",
    "-- expand\ncreate index concurrently if not exists one_x on one (x)",
  );
  await put("0004_four.sql", "-- contract since 0.1.0: nothing reads it\nalter table one drop x");
  const plan = await planMigrations(target, folder);
  expect(describePlan(plan)).toEqual([
    "0002_two.sql: expand; processes of the old version can go on beside it",
    "    add column y: locks one (ACCESS EXCLUSIVE) for a moment, whatever the number of rows",
    "0003_three.sql: expand, while rows are written; processes of the old version can go on beside it",
    "    create index concurrently: locks one (SHARE UPDATE EXCLUSIVE) while its rows are read (about 50)",
    "0004_four.sql: contract; stop all processes older than 0.1.0 first",
    "    drop column x: locks one (ACCESS EXCLUSIVE) for a moment, whatever the number of rows; the previous release may use it",
  ]);
  expect(await inspectSchema(target, folder)).toMatchObject({ applied: 1 });
});

test("line ends do not count as a change", async () => {
  await put("0001_one.sql", "create table one (\n  x int\n)");
  await migrate(target, folder);
  await put("0001_one.sql", "create table one (\r\n  x int\r\n)");
  expect(await migrate(target, folder)).toEqual([]);
});

test("functions are replaced when their revision increases, and never by an older version", async () => {
  const say = (revision: number, word: string) =>
    put(
      "greeting.sql",
      `-- revision: ${revision}\ncreate or replace function greeting() returns text language sql as $$ select '${word}' $$`,
      "functions",
    );
  const greeting = async () => (await ask(target, "select greeting() as said"))[0]?.said;
  await put("0001_one.sql", "create table one (x int)");
  await say(1, "hello");
  expect(await migrate(target, folder)).toEqual(["0001_one.sql", "functions/greeting.sql"]);
  expect(await migrate(target, folder)).toEqual([]);
  await say(2, "good morning");
  expect(await migrate(target, folder)).toEqual(["functions/greeting.sql"]);
  await say(1, "hello");
  expect(await migrate(target, folder)).toEqual([]);
  expect(await greeting()).toBe("good morning");
  await say(2, "good evening");
  await expect(migrate(target, folder)).rejects.toThrow("Raise the revision in its first line.");
  expect(await greeting()).toBe("good morning");
});

test("if one function fails, none is changed", async () => {
  const one = "create or replace function one() returns int language sql as $$ select 1 $$";
  await put("0001_one.sql", "create table one (x int)");
  await put("a.sql", `-- revision: 1\n${one}`, "functions");
  await put("b.sql", "-- revision: 1\nselect 1/0", "functions");
  await expect(migrate(target, folder)).rejects.toThrow(
    "db/functions/b.sql failed and was undone: division by zero.",
  );
  expect(await ask(target, "select to_regproc('one') as found")).toEqual([{ found: null }]);
  await put("b.sql", "select 1", "functions");
  await expect(migrate(target, folder)).rejects.toThrow("must begin with its revision");
});

test("every function of the schema has its source in db/functions", async () => {
  await migrate(target);
  const present = await ask(
    target,
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  // Functions dropped by a cascade are already gone.
  for (const { name } of present) await ask(target, `drop function if exists ${name} cascade`);
  await ask(target, "delete from schema_functions");
  await migrate(target);
  const again = await ask(
    target,
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  const names = (rows: Record<string, unknown>[]) => rows.map(({ name }) => name).sort();
  expect(names(again)).toEqual(names(present));
});
