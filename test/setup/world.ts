/** A running Longwave for a test, on a database of its own. */
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import type { DeliveryPorts } from "../../src/features/listening/playback/schema.ts";
import { openApp, type World } from "./app.ts";
import type {} from "./global-clickhouse.ts";

export type { Person, World } from "./app.ts";

/** Opens a world before the file's tests and closes it after them. */
export function useWorld(env: Record<string, string> = {}, ports?: DeliveryPorts): World {
  const world = {} as World & { close(): Promise<void> };
  beforeAll(async () => {
    Object.assign(world, await openWorld(env, ports));
  });
  afterAll(() => world.close());
  return world;
}

let count = 0;

/** `ports`: replacements for the ad server and counting; by default the real ones. */
export async function openWorld(env: Record<string, string> = {}, ports?: DeliveryPorts) {
  count += 1;
  const database = `longwave_test_${process.pid}_${count}`;
  const target = inject("postgres");
  // Copies files, because the default writes each block to the write-ahead log.
  const how = `template ${inject("template")} strategy file_copy`;
  await command(target, `create database ${database} ${how}`);
  const clickhouse = inject("clickhouse");
  const asked = clickhouse ? { STATISTICS_URL: `${clickhouse}${database}` } : {};
  const app = await openApp({ ...target, database }, { ...asked, ...env }, ports);
  return {
    ...app,
    async close() {
      await app.close();
      await command(target, `drop database ${database} with (force)`);
    },
  };
}

async function command(target: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  await client.query(text);
  await client.end();
}
