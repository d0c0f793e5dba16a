/** Slow statements are logged once a minute without their values, and all are counted. */
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { createLog } from "../log.ts";
import { createMeasures } from "../metrics/measures.ts";
import { openDatabase, openPool } from "./database.ts";
import { watchSlowQueries } from "./slowqueries.ts";

function openWatched(slowQueryMs: number) {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line: string) => void lines.push(line) });
  const measures = createMeasures();
  const pool = openPool(inject("postgres"), log, 1);
  onTestFinished(() => pool.end());
  const db = openDatabase(pool, watchSlowQueries({ slowQueryMs, log, measures }));
  return { db, lines, measures };
}

const SLEEP = (secret: string) => sql`select pg_sleep(0.03),   ${secret}::text as name`;

test("a slow statement is logged without its values, and counted each time", async () => {
  const { db, lines, measures } = openWatched(20);
  await SLEEP("Mallory's address").execute(db);
  await SLEEP("Mallory's address").execute(db);
  await sql`select 1`.execute(db);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    statement: "select pg_sleep(0.03), $1::text as name",
    duration_ms: expect.any(Number),
    msg: "slow statement",
  });
  expect(lines.join()).not.toContain("Mallory");
  expect(await measures.text()).toMatch(/^longwave_slow_queries_total 2$/m);
});

test("a flood of different slow statements is logged in part", async () => {
  const { db, lines } = openWatched(1);
  for (let count = 0; count < 30; count += 1)
    await sql`select pg_sleep(0.002) as ${sql.ref(`a${count}`)}`.execute(db);
  expect(lines.length).toBe(20);
});

test("0 turns it off", async () => {
  const { db, lines, measures } = openWatched(0);
  await SLEEP("x").execute(db);
  expect(lines).toEqual([]);
  expect(await measures.text()).toMatch(/^longwave_slow_queries_total 0$/m);
});
