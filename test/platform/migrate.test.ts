/** Migrations: their order, their atomicity, and which databases they refuse to touch. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { inspectSchema, migrate } from "../../src/platform/db/migrate.ts";
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

const put = (name: string, text: string) => writeFile(path.join(folder, name), text);

async function ask(to: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(to);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("they run in order, once, and later ones build on earlier ones", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0002_two.sql", "insert into one values (1); alter table one add y int default 2");
  expect(await inspectSchema(target, folder)).toMatchObject({
    applied: 0,
    pending: ["0001_one.sql", "0002_two.sql"],
  });
  expect(await migrate(target, folder)).toEqual(["0001_one.sql", "0002_two.sql"]);
  expect(await migrate(target, folder)).toEqual([]);
  await put("0003_three.sql", "update one set x = x + 10");
  expect(await migrate(target, folder)).toEqual(["0003_three.sql"]);
  expect(await ask(target, "select * from one")).toEqual([{ x: 11, y: 2 }]);
  expect(await inspectSchema(target, folder)).toMatchObject({ applied: 3, pending: [] });
});

test("one that fails leaves no trace, and runs when it was mended", async () => {
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

test("several at once wait for each other", async () => {
  await put("0001_one.sql", "create table one (x int); select pg_sleep(0.2)");
  await put("0002_two.sql", "insert into one values (1)");
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(target, folder)));
  expect(applied.flat().sort()).toEqual(["0001_one.sql", "0002_two.sql"]);
  expect(await ask(target, "select count(*)::int as count from one")).toEqual([{ count: 1 }]);
});

test("two processes bring one fresh database up to date together", async () => {
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
  expect(ended.flatMap(({ stdout }) => JSON.parse(stdout).migrated)).toHaveLength(applied);
});

test("a changed text, a newer schema and a gap are refused", async () => {
  await put("0001_one.sql", "create table one (x int)");
  await put("0002_two.sql", "create table two (x int)");
  await migrate(target, folder);

  await put("0001_one.sql", "create table one (x int);\r\n");
  await expect(migrate(target, folder)).rejects.toThrow(/0001_one\.sql was changed after/);
  await put("0001_one.sql", "create table one (x int)");

  await rm(path.join(folder, "0002_two.sql"));
  await expect(migrate(target, folder)).rejects.toThrow(/newer Longwave \(migration 0002_two/);

  await put("0003_three.sql", "create table three (x int)");
  await expect(migrate(target, folder)).rejects.toThrow("0003_three.sql is out of order");
  await rm(path.join(folder, "0003_three.sql"));
  await put("0002_two.sql", "create table two (x int)");
  await put("0002_other.sql", "create table other (x int)");
  await expect(migrate(target, folder)).rejects.toThrow("is out of order");
  expect(await ask(target, "select to_regclass('three') as found")).toEqual([{ found: null }]);
});

test("line ends do not count as a change", async () => {
  await put("0001_one.sql", "create table one (\n  x int\n)");
  await migrate(target, folder);
  await put("0001_one.sql", "create table one (\r\n  x int\r\n)");
  expect(await migrate(target, folder)).toEqual([]);
});
