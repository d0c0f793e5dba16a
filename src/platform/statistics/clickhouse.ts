/** A ClickHouse client that uses only SQL that releases from 18.16 on support. */
import { isDay } from "./calendar.ts";
import { QueryRefused } from "./failure.ts";
import type { ClickhousePlace } from "./place.ts";

/** ClickHouse is unreachable or failed; `code` is its error number, if it sent one. */
export class ClickhouseTrouble extends Error {
  override name = "ClickhouseTrouble";
  readonly code: number | null;

  constructor(message: string, code: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Its error numbers for a missing table and a missing database. */
export const MISSING_TABLE = 60;
export const MISSING_DATABASE = 81;
/** Its error numbers for more rows or bytes than its operator allows a query to read or return. */
const REFUSED = [158, 307, 396];

export type Clickhouse = Readonly<{
  database: string;
  cluster: string | null;
  /** Rows whose values are all text: select numbers with `toString`, because releases quote them differently. */
  select<Row extends Record<string, string>>(query: string): Promise<Row[]>;
  /** Runs any statement that returns no rows. */
  run(statement: string): Promise<void>;
  /**
   * Inserts the rows as one block, and resolves when every shard has them. While an insertion with the same `id` runs,
   * the server refuses another.
   */
  insert(table: string, rows: readonly object[], id: string): Promise<void>;
}>;

/** Connects with the first query; open connections do not keep the process alive. */
export function openClickhouse({ database, cluster, ...place }: ClickhousePlace): Clickhouse {
  let connecting: ReturnType<typeof connect> | null = null;
  const connected = () => {
    connecting ??= connect(place);
    return connecting;
  };
  return {
    database,
    cluster,
    select: (query) =>
      explainingFailures(async () => {
        const client = await connected();
        const answer = await client.query({ query, format: "JSONEachRow" });
        return await answer.json();
      }),
    run: (query) =>
      explainingFailures(async () => void (await (await connected()).command({ query }))),
    insert: (table, values, query_id) =>
      explainingFailures(async () => {
        const client = await connected();
        await client.insert({
          table: `${database}.${table}`,
          values,
          format: "JSONEachRow",
          query_id,
          // Otherwise a shard's part may still be queued when the response arrives, where no query sees it.
          clickhouse_settings: { insert_distributed_sync: 1 },
        });
      }),
  };
}

/** Loads the library first, which servers without ClickHouse never do. */
async function connect(place: Omit<ClickhousePlace, "database" | "cluster">) {
  const { ClickHouseLogLevel, createClient } = await import("@clickhouse/client");
  return createClient({
    ...place,
    // The database may not exist yet; every table name is fully qualified.
    database: "system",
    request_timeout: 60_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
}

/** Socket errors look like PostgreSQL's, so they are wrapped in an error class of their own. */
async function explainingFailures<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Old releases send the number only in the text.
    const number = Number(/^Code: (\d+)/.exec(message)?.[1] ?? code);
    if (REFUSED.includes(number)) throw new QueryRefused(message, { cause: error });
    throw new ClickhouseTrouble(
      `ClickHouse: ${message.trim()}`,
      Number.isInteger(number) ? number : null,
      error,
    );
  }
}

/** An integer as SQL. Throws for any other number. */
export function whole(number: number): string {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is not a whole number`);
  return String(number);
}

/** A text as SQL with hexadecimal digits only: none of it can be interpreted as SQL. */
export const text = (value: string): string => `unhex('${Buffer.from(value).toString("hex")}')`;

/** The range of Date in every release; the ledgers are well within it. */
const [FIRST, LAST] = ["1970-01-01", "2105-12-31"];

/** A day as SQL, clamped to that range. Throws for an invalid day. */
export function date(day: string): string {
  if (!isDay(day)) throw new RangeError(`${day} is not a day`);
  if (day < FIRST) return `toDate('${FIRST}')`;
  return `toDate('${day > LAST ? LAST : day}')`;
}
