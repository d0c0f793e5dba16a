/** Starts a ClickHouse once a run, which every world then asks for its statistics. */
import type { TestProject } from "vitest/node";
import { openClickhouseServer } from "./clickhouse.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** As `STATISTICS_URL` takes it, but for the database; absent where PostgreSQL answers. */
    clickhouse?: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openClickhouseServer();
  project.provide("clickhouse", server.url(""));
  return () => server.close();
}
