/** Tests background migrations: each row is visited once, whatever interrupts them, and their progress is seen. */
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Database, Executor } from "../../src/platform/db/database.ts";
import {
  type BackgroundMigration,
  continueMigrations,
} from "../../src/platform/jobs/migrations/migration.ts";
import { listUnfinished, requestMigration } from "../../src/platform/jobs/migrations/store.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();
let tables = 0;

/** A migration of a table with the numbers from 1 to `rows`, each of which it increases by `rows`. */
async function makeMigration(rows: number) {
  const { pool } = world.deps;
  tables += 1;
  const name = `numbers_${process.pid}_${tables}`;
  const table = sql.table(name);
  await pool.query(`create table ${name} (id int primary key, x int not null)`);
  await pool.query(`insert into ${name} select i, i from generate_series(1, ${rows}) i`);
  const migration: BackgroundMigration = {
    name,
    count: async () => rows,
    async batch(db: Executor, after, most) {
      const visited = await sql<{ id: number }>`
        update ${table} set x = x + ${rows}::int where id in (
          select id from ${table} where id > ${Number(after)} order by id limit ${most}) returning id`.execute(
        db,
      );
      if (visited.rows.length === 0) return null;
      const last = Math.max(...visited.rows.map(({ id }) => id));
      return { after: String(last), done: visited.rows.length };
    },
  };
  const wrong = async () => {
    const found = await pool.query(
      `select count(*)::int as n from ${name} where x <> id + ${rows}`,
    );
    return found.rows[0].n as number;
  };
  await requestMigration(world.deps.db, name);
  return { migration, wrong };
}

const progressOf = async (name: string) =>
  (await listUnfinished(world.deps.db)).find((one) => one.name === name);

afterEach(async () => {
  await world.deps.db
    .deleteFrom("background_migrations")
    .where("name", "like", "numbers%")
    .execute();
});

test("an interrupted migration goes on where it stopped, and each row is visited once", async () => {
  const { db } = world.deps;
  const { migration, wrong } = await makeMigration(1300);
  const { name } = migration;
  expect(await progressOf(name)).toEqual({ name, done: 0, total: null });

  const stopping = new AbortController();
  stopping.abort(new Error("the process stops"));
  await expect(continueMigrations(db, [migration], stopping.signal)).rejects.toThrow("stops");
  expect(await progressOf(name)).toEqual({ name, done: 500, total: 1300 });

  let batches = 0;
  const failing: BackgroundMigration = {
    ...migration,
    async batch(...from) {
      const visited = await migration.batch(...from);
      batches += 1;
      if (batches === 2) throw new Error("the connection was lost");
      return visited;
    },
  };
  await expect(continueMigrations(db, [failing])).rejects.toThrow("connection");
  expect(await progressOf(name)).toEqual({ name, done: 1000, total: 1300 });

  await continueMigrations(db, [migration]);
  expect(await progressOf(name)).toBeUndefined();
  expect(await wrong()).toBe(0);
  // Nobody asks for it any more.
  await continueMigrations(db, [migration]);
  expect(await wrong()).toBe(0);
});

test("workers share a migration without visiting a row twice", async () => {
  const { db } = world.deps;
  const { migration, wrong } = await makeMigration(2600);
  const work = (each: Database) => continueMigrations(each, [migration]);
  await Promise.all([work(db), work(db), work(db)]);
  await work(db);
  expect(await wrong()).toBe(0);
  expect(await progressOf(migration.name)).toBeUndefined();
});

test("a migration that only a newer version knows is left alone", async () => {
  const { db } = world.deps;
  await requestMigration(db, "numbers_of_the_future");
  await continueMigrations(db, []);
  expect(await progressOf("numbers_of_the_future")).toMatchObject({ done: 0, total: null });
});
