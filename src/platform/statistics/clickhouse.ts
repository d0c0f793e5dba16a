/** Talks to a ClickHouse in SQL that releases from 18.16 on take. */
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { isDay } from "./calendar.ts";
import { QueryRefused } from "./failure.ts";
import type { ClickhousePlace } from "./place.ts";

/** It is away, or something is wrong with it; `code` is its own number for that, if it gave one. */
export class ClickhouseTrouble extends Error {
  override name = "ClickhouseTrouble";
  readonly code: number | null;

  constructor(message: string, code: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Its numbers for a table and a database that are not there. */
export const MISSING_TABLE = 60;
export const MISSING_DATABASE = 81;
/** Its numbers for more rows or bytes than its operator lets a query read or return. */
const REFUSED = [158, 307, 396];

export type Clickhouse = Readonly<{
  database: string;
  cluster: string | null;
  /** Rows whose values are all text: select numbers by `toString`, because releases quote differently. */
  select<Row extends Record<string, string>>(query: string): Promise<Row[]>;
  /** Anything that gives no rows. */
  run(statement: string): Promise<void>;
  /**
   * Adds the rows as one block, and returns when every shard has them. While an insertion under the
   * same `id` runs, the server refuses another.
   */
  insert(table: string, rows: readonly object[], id: string): Promise<void>;
}>;

/** Nothing is connected before the first query, and nothing keeps a process alive between two. */
export function openClickhouse({ database, cluster, ...place }: ClickhousePlace): Clickhouse {
  const client = createClient({
    ...place,
    // It may have to be made first; every name is written in full.
    database: "system",
    request_timeout: 60_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    database,
    cluster,
    select: (query) =>
      told(async () => {
        const answer = await client.query({ query, format: "JSONEachRow" });
        return await answer.json();
      }),
    run: (query) => told(async () => void (await client.command({ query }))),
    insert: (table, values, query_id) =>
      told(async () => {
        await client.insert({
          ...{ table: `${database}.${table}`, values, format: "JSONEachRow", query_id },
          // Else a shard's part lies in a spool when the answer comes, where no query sees it.
          clickhouse_settings: { insert_distributed_sync: 1 },
        });
      }),
  };
}

/** Errors of sockets look like PostgreSQL's: here they get a name of their own. */
async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Old releases tell the number in the text alone.
    const number = Number(/^Code: (\d+)/.exec(message)?.[1] ?? code);
    if (REFUSED.includes(number)) throw new QueryRefused(message, { cause: error });
    throw new ClickhouseTrouble(
      `ClickHouse: ${message.trim()}`,
      Number.isInteger(number) ? number : null,
      error,
    );
  }
}

/** A whole number as SQL. Throws for what is none. */
export function whole(number: number): string {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is no whole number`);
  return String(number);
}

/** A text as SQL, of hexadecimal digits alone: whatever it holds, nothing of it is read as SQL. */
export const text = (value: string): string => `unhex('${Buffer.from(value).toString("hex")}')`;

/** What a Date of every release can be; the ledgers lie well within. */
const [FIRST, LAST] = ["1970-01-01", "2105-12-31"];

/** A day as SQL, the nearest that there is. Throws for what is no day. */
export function date(day: string): string {
  if (!isDay(day)) throw new RangeError(`${day} is no day`);
  if (day < FIRST) return `toDate('${FIRST}')`;
  return `toDate('${day > LAST ? LAST : day}')`;
}
