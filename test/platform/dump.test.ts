/** Tests dumps of a database: what a restore brings back, in an equal, a newer and a used database. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { restoreDump } from "../../src/platform/db/dump/restoring.ts";
import { openSnapshot } from "../../src/platform/db/dump/snapshot.ts";
import { inspectSchema, migrate } from "../../src/platform/db/migrate.ts";

let folder: string;
let source: pg.ClientConfig;
let copy: pg.ClientConfig;
let count = 0;

beforeEach(async () => {
  count += 1;
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-dump-"));
  for (const kind of ["migrations", "functions"]) await mkdir(path.join(folder, kind));
  const name = `longwave_dump_${process.pid}_${count}`;
  source = { ...inject("postgres"), database: `${name}_source` };
  copy = { ...inject("postgres"), database: `${name}_copy` };
  for (const { database } of [source, copy])
    await ask(inject("postgres"), `create database ${database}`);
  await writeFile(path.join(folder, "migrations/0001_first.sql"), FIRST);
  await writeFile(path.join(folder, "functions/all.sql"), `-- revision: 1\n${FUNCTIONS}`);
  await migrate(source, folder);
});

afterEach(async () => {
  for (const { database } of [source, copy])
    await ask(inject("postgres"), `drop database ${database} with (force)`);
  await rm(folder, { recursive: true });
});

const FIRST = `
  create function loud(text) returns text language sql immutable as 'select upper($1)';
  create table owners (owner_id bigint generated always as identity primary key, name text,
    loud text generated always as (loud(name)) stored);
  create table things (at date not null, owner_id bigint not null references owners, note bytea)
    partition by range (at);
  create table touched (n integer);
  insert into touched values (1);
  create function touch() returns trigger language plpgsql as 'begin return null; end';
  create trigger touching after insert on owners for each statement execute function touch();`;

/** `outer_one` is parsed when it is created, before the function that it calls exists. */
const FUNCTIONS = `
  create or replace function touch() returns trigger language plpgsql as
    'begin insert into touched values (2); return null; end';
  create or replace function z_inner() returns integer language sql return 1;
  create or replace function a_outer() returns integer language sql return z_inner() + 1;`;

async function ask(to: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(to);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const STATE = `select
  (select json_agg(owners order by owner_id) from owners) as owners,
  (select json_agg(things order by at) from things) as things,
  (select json_agg(touched) from touched) as touched, a_outer() as called,
  (select json_agg(relname order by relname) from pg_class where relispartition) as partitions,
  (select count(*)::integer from pg_constraint where contype = 'f' and conparentid = 0) as keys`;

/** The tables of the source as texts, as of now. */
async function dump() {
  const snapshot = await openSnapshot(source);
  const tables = new Map<string, { rows: number; text: string }>();
  // What is written meanwhile is not in it.
  await ask(source, "insert into owners (name) values ('later')");
  for (const table of snapshot.structure.tables) {
    const stream = snapshot.copy(table);
    const copied = await text(stream);
    tables.set(table.name, { rows: stream.rowCount, text: copied });
  }
  await snapshot.close();
  return { structure: snapshot.structure, tables };
}

type Dump = Awaited<ReturnType<typeof dump>>;

const restore = ({ structure, tables }: Dump) =>
  restoreDump(copy, {
    name: "one",
    structure,
    schemaDir: folder,
    async prepare() {},
    async read({ name }) {
      const { rows = 0, text: copied = "" } = tables.get(name) ?? {};
      return { rows, text: Readable.from([Buffer.from(copied)]) };
    },
  });

async function fill(): Promise<unknown> {
  await ask(
    source,
    `insert into owners (name) values (E'tab\\t, \\\\ and ü'), (null);
     create table things_2026 partition of things for values from ('2026-01-01') to ('2027-01-01') with (fillfactor = 60);
     insert into things values ('2026-05-01', 1, '\\x00ff'), ('2026-05-02', 2, null)`,
  );
  return ask(source, STATE);
}

test("a restore brings back rows, partitions, functions, keys and sequences, and runs no trigger", async () => {
  const before = await fill();
  await restore(await dump());
  expect(await ask(copy, STATE)).toEqual(before);
  expect(await migrate(copy, folder)).toEqual([]);
  const [next] = await ask(copy, "insert into owners (name) values ('next') returning owner_id");
  expect(next).toEqual({ owner_id: "3" });
  const refused = ask(copy, "insert into things values ('2026-05-03', 99, null)");
  await expect(refused).rejects.toThrow(/foreign key/);
  // Triggers run again.
  expect(await ask(copy, "select count(*)::integer as n from touched where n = 2")).toEqual([
    { n: 2 },
  ]);
});

test("a newer version restores a dump of an older one, then migrates it", async () => {
  await fill();
  const dumped = await dump();
  await writeFile(
    path.join(folder, "migrations/0002_second.sql"),
    "alter table owners add column loudness integer not null default length(loud('x'))",
  );
  await writeFile(
    path.join(folder, "functions/all.sql"),
    `-- revision: 2\n${FUNCTIONS.replace("+ 1", "+ 2")}`,
  );
  await restore(dumped);
  expect(await ask(copy, "select a_outer() as called")).toEqual([{ called: 2 }]);
  expect(await migrate(copy, folder)).toEqual(["0002_second.sql", "functions/all.sql"]);
  expect(await ask(copy, "select loudness, a_outer() as called from owners")).toEqual([
    { loudness: 1, called: 3 },
    { loudness: 1, called: 3 },
  ]);
});

test("a restore that fails leaves nothing that a server accepts, and succeeds when it is repeated", async () => {
  const before = await fill();
  const dumped = await dump();
  const short = new Map(dumped.tables).set("touched", { rows: 5, text: "1\n" });
  await expect(restore({ ...dumped, tables: short })).rejects.toThrow(
    "The table touched has 1 rows; 5 were dumped.",
  );
  await expect(migrate(copy, folder)).rejects.toThrow(/unfinished restore/);
  await expect(inspectSchema(copy, folder)).rejects.toThrow(/unfinished restore/);
  await restore(dumped);
  expect(await ask(copy, STATE)).toEqual(before);
  // Complete: the same restore changes nothing, and another one is refused.
  await ask(copy, "delete from touched");
  await restore(dumped);
  expect(await ask(copy, "select * from touched")).toEqual([]);
  await expect(
    restoreDump(copy, { ...dumped, name: "two", async prepare() {}, read: async () => null }),
  ).rejects.toThrow(/not empty/);
});
