/** Starts a ClickHouse once per run, which every world then uses for its statistics. */
import type { TestProject } from "vitest/node";
import { openClickhouseServer } from "./clickhouse.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A value for `STATISTICS_URL` without the database; absent if statistics are in PostgreSQL. */
    clickhouse?: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openClickhouseServer();
  project.provide("clickhouse", server.url(""));
  return () => server.close();
}
