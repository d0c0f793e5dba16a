/** Statements: how rows become parameters, and what prepared statements and shared look-ups save. */
import { readFileSync } from "node:fs";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { batched } from "../../src/platform/db/batch.ts";
import {
  bigintColumn,
  bytesColumn,
  textColumn,
  timeColumn,
} from "../../src/platform/db/columns.ts";
import { type Database, openDatabase, openPool } from "../../src/platform/db/database.ts";
import { recordset } from "../../src/platform/db/recordset.ts";
import type { Comparison, Variant } from "./turns.ts";

const hexOf = (at: number) => at.toString(16).padStart(8, "0").repeat(8);
const NOON = Date.UTC(2026, 0, 1, 12);
const TYPES = {
  window_start: "timestamptz",
  listener: "bytea",
  episode_id: "bigint",
  at: "timestamptz",
  show_id: "bigint",
  author_id: "bigint",
  digest: "bytea",
  purpose: "text",
  source: "text",
  device: "text",
  os: "text",
  country: "text",
} as const;
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    window_start: NOON,
    listener: hexOf(at),
    episode_id: at,
    at: NOON + at,
    show_id: at % 100,
    author_id: at % 10,
    digest: hexOf(at),
    purpose: "play",
    source: "Apple Podcasts",
    device: "Mobile",
    os: "iOS",
    country: "IT",
  }));
type Row = ReturnType<typeof rowsOf>[number];

/** Reads every column of every row, and stores nothing: that would cost all variants the same. */
const read = (db: Database, rows: ReturnType<typeof recordset>) =>
  sql`select count(row) from ${rows} as row`.execute(db);

const listOf = (rows: readonly Row[], key: keyof Row) => rows.map((row) => row[key]);

const asTextArrays = (rows: readonly Row[]) => {
  const values = Object.entries(TYPES).map(([name, type]) => {
    const list = listOf(rows, name as keyof Row).map((value) => {
      if (type === "bytea") return `\\x${value}`;
      return type === "timestamptz" ? new Date(Number(value)).toISOString() : value;
    });
    return sql`${list}::${sql.raw(type)}[]`;
  });
  return sql`unnest(${sql.join(values)})`;
};

const binaryOf = (rows: readonly Row[]) =>
  Object.entries(TYPES).map(([name, type]) => {
    const list = listOf(rows, name as keyof Row);
    const encoded = {
      timestamptz: () => timeColumn(list as number[]),
      bytea: () => bytesColumn(list as string[]),
      bigint: () => bigintColumn(list as number[]),
      text: () => textColumn(list as string[]),
    }[type]();
    return sql`${encoded}::${sql.raw(type)}[]`;
  });

const asBinaryInFrom = (rows: readonly Row[]) => sql`unnest(${sql.join(binaryOf(rows))})`;

const asJson = (rows: readonly Row[]) => {
  const json = JSON.stringify(
    rows.map((row) => ({
      ...row,
      window_start: new Date(row.window_start),
      at: new Date(row.at),
      listener: `\\x${row.listener}`,
      digest: `\\x${row.digest}`,
    })),
  );
  const columns = Object.entries(TYPES).map(
    ([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`,
  );
  return sql`(select * from jsonb_to_recordset(${json}::jsonb) as row (${sql.join(columns)}))`;
};

async function pidOf(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

/** Processor time of a session's server process, in µs (Linux only; otherwise 0). */
function serverTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1000;
  } catch {
    return 0;
  }
}

/** On sessions of `target`, whose server processes are measured as well. */
export async function statementComparisons(
  target: pg.PoolConfig,
  opened: AsyncDisposableStack,
): Promise<Comparison[]> {
  const db = openDatabase(openPool(target, { debug: () => {} }, 1));
  // A pool of pg's own: its clients prepare nothing.
  const plain = openDatabase(new pg.Pool({ ...target, max: 1 }));
  opened.defer(() => plain.destroy());
  opened.defer(() => db.destroy());
  const pids = [await pidOf(db), await pidOf(plain)];
  const others = () => pids.reduce((sum, pid) => sum + serverTime(pid), 0);
  const reading = (count: number, as: (rows: readonly Row[]) => ReturnType<typeof recordset>) => {
    const given = rowsOf(count);
    const variant: Variant = async (times) => {
      for (let time = 0; time < times; time += 1) await read(db, as(given));
    };
    return variant;
  };
  const ofRows = (count: number): Comparison => ({
    name: `recordset-${count}`,
    what: `send ${count} rows of 12 columns`,
    variants: {
      jsonb_to_recordset: reading(count, asJson),
      "unnest of text in from": reading(count, asTextArrays),
      "unnest of binary in from": reading(count, asBinaryInFrom),
      recordset: reading(count, (given) => recordset(given, TYPES)),
    },
    others,
  });
  return [ofRows(1), ofRows(20), ofRows(2000), lookUps(db, plain, others)];
}

/** `CompiledQuery` goes the way of all queries; a configuration object is sent unprepared. */
/** A look-up as many requests need it, each way with 50 requests at a time. */
function lookUps(db: Database, plain: Database, others: () => number): Comparison {
  const text = `select shows.show_id, shows.title, users.username from shows
    join users on users.user_id = shows.author_id where shows.show_id = `;
  const query = (on: Database, rest: string, value: unknown) =>
    on.executeQuery<{ show_id: number }>(CompiledQuery.raw(`${text}${rest}`, [value]));
  const together = batched(async (ids: number[]) => {
    const { rows } = await query(db, "any($1::bigint[])", ids);
    return new Map(rows.map((row) => [row.show_id, row]));
  });
  const concurrent =
    (look: (id: number) => Promise<unknown>): Variant =>
    async (times) => {
      for (let time = 0; time < times; time += 50)
        await Promise.all(Array.from({ length: 50 }, (_, at) => look(at)));
    };
  return {
    name: "prepared",
    what: "one of 50 concurrent look-ups by id",
    variants: {
      unprepared: concurrent((id) => query(plain, "$1", id)),
      prepared: concurrent((id) => query(db, "$1", id)),
      "prepared and together": concurrent(together),
    },
    others,
  };
}
