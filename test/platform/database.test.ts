/** Tests connections of a running server: schema changes, lost sessions, and a PostgreSQL that is too old. */
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { actAs } from "../../src/platform/db/actor.ts";
import { longwave, makeDataDir } from "../journeys/processes.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();

const ask = (times: number) =>
  Promise.all(
    Array.from({ length: times }, async () => (await world.api.get("/v2/users/ada")).status),
  );

test("requests go on when another process changes the schema", async () => {
  await world.person({ username: "ada" });
  const all = (status: number) => Array.from({ length: 40 }, () => status);
  expect(await ask(40)).toEqual(all(200));
  await sql`alter table users alter column description type varchar(5000)`.execute(world.deps.db);
  expect(await ask(40)).toEqual(all(200));
});

test("closed sessions are replaced", async () => {
  await ask(20);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(world.deps.db);
  const during = await ask(20);
  expect(during.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await ask(20)).toEqual(Array.from({ length: 20 }, () => 200));
});

test("a session closed in the middle of a transaction is not reused", async () => {
  const { db } = world.deps;
  const cut = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await sql`select 1`.execute(trx);
  });
  await expect(cut).rejects.toThrow(/terminat|not queryable|ECONNRESET/);
  expect(await ask(20)).toEqual(Array.from({ length: 20 }, () => 200));
});

test("a PostgreSQL before 15 is refused with a sentence", async () => {
  const { host, port, user, password, database } = new pg.Client(inject("postgres"));
  const server = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-old-"));
  const old = createServer((client) => pretend(client, connect(server)));
  await new Promise<void>((resolve) => {
    old.listen(path.join(folder, ".s.PGSQL.5432"), resolve);
  });
  onTestFinished(async () => {
    old.close();
    await rm(folder, { recursive: true, force: true });
  });
  const DATABASE_URL = `postgres://${user}:${password}@/${database}?host=${folder}`;
  const refused = await longwave(["migrate"], { DATA_DIR: await makeDataDir(), DATABASE_URL });
  expect(refused).toEqual({
    code: 1,
    stdout: "",
    stderr: "The database runs PostgreSQL 14; Longwave needs 15 or newer.\n",
  });
});

/** Relays a connection, and makes the server claim to be PostgreSQL 14. */
function pretend(client: Socket, server: Socket): void {
  client.pipe(server);
  server.on("data", (chunk) => {
    client.write(
      Buffer.from(
        chunk.toString("latin1").replace(/(?<=\0\0\0\x06)1[5-9](?=00\d\d)/g, "14"),
        "latin1",
      ),
    );
  });
  server.on("close", () => client.destroy());
  for (const socket of [client, server]) socket.on("error", () => {});
}

test("if two transactions deadlock, the one that is rolled back runs again", async () => {
  const { db } = world.deps;
  const [a, b] = [await world.person(), await world.person()];
  const gate = Promise.withResolvers<void>();
  const waiting = new Set<string>();
  /** Locks `first`, and then `second` once the other transaction has a lock too. */
  const rename = (first: number, second: number, fullname: string) =>
    db.transaction().execute(async (transaction) => {
      const write = (user_id: number) =>
        transaction.updateTable("users").set({ fullname }).where("user_id", "=", user_id).execute();
      await write(first);
      waiting.add(fullname);
      if (waiting.size === 2) gate.resolve();
      await gate.promise;
      await write(second);
      return fullname;
    });
  const done = await Promise.all([
    rename(a.user_id, b.user_id, "Ada"),
    rename(b.user_id, a.user_id, "Bea"),
  ]);
  expect(done).toEqual(["Ada", "Bea"]);
  const names = await db
    .selectFrom("users")
    .select("fullname")
    .where("user_id", "in", [a.user_id, b.user_id])
    .execute();
  expect(new Set(names.map(({ fullname }) => fullname)).size).toBe(1);
});

test("statements go on when another process changes the schema", async () => {
  const { db, pool } = world.deps;
  const ada = await world.person();
  const table = `plans_${ada.user_id}`;
  await pool.query(`create table ${table} (x int); insert into ${table} values (1), (2)`);
  const alone = () => sql`select * from ${sql.table(table)} where x = ${2}`.execute(db);
  const inside = () =>
    db
      .transaction()
      .execute((transaction) =>
        sql`update ${sql.table(table)} set x = x where x = ${1} returning *`.execute(transaction),
      );
  const acting = () =>
    actAs({ user_id: ada.user_id, via: "token" }, () =>
      sql`update ${sql.table(table)} set x = x where x = ${2} returning *`.execute(db),
    );
  const everything = async () => {
    // As many at once as there are connections, so that each of them has plans.
    const results = await Promise.all(
      Array.from({ length: 20 }, () => [alone, inside, acting].map((run) => run())).flat(),
    );
    return new Set(results.map(({ rows }) => JSON.stringify(rows)));
  };
  expect(await everything()).toEqual(new Set(['[{"x":2}]', '[{"x":1}]']));
  await pool.query(`alter table ${table} add y int`);
  expect(await everything()).toEqual(new Set(['[{"x":2,"y":null}]', '[{"x":1,"y":null}]']));
  await pool.query(`drop table ${table}`);
});
