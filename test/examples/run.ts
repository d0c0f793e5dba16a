/** Records the examples of the API description: `npm run examples` writes src/app/examples.json. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { linesOf } from "../../db/lines.ts";
import { API } from "../../src/app/apiinfo.ts";
import { allRoutes, otherPaths } from "../../src/app.ts";
import { openPool } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { describeApi } from "../../src/platform/http/openapi.ts";
import { migrateQueue } from "../../src/platform/jobs/runner.ts";
import { openApp } from "../setup/app.ts";
import { openThrowAway } from "../setup/cluster.ts";
import { foundNetwork } from "./network.ts";
import { createRecorder } from "./recorder.ts";
import { createStabiliser } from "./stable.ts";
import { tellStory } from "./story.ts";

const FILE = path.resolve(import.meta.dirname, "../../src/app/examples.json");
const CLOCK = new Date("2026-06-15T09:00:00Z");

const { target, close } = await openThrowAway();
try {
  const database = `longwave_examples_${process.pid}`;
  const client = new pg.Client(target);
  await client.connect();
  await client.query(`create database ${database}`);
  try {
    await record({ ...target, database });
  } finally {
    await client.query(`drop database ${database} with (force)`);
    await client.end();
  }
} finally {
  await close();
}

async function record(database: pg.ClientConfig): Promise<void> {
  await migrate(database);
  const log = pino({ level: "silent" });
  const queue = openPool(database, log);
  await migrateQueue(queue, log);
  await queue.end();
  const app = await openApp(database, { TRUST_PROXY: "loopback" });
  try {
    const started = new Date();
    app.setTime(CLOCK);
    const network = await foundNetwork(app);
    const documented = allRoutes(app.deps).filter(({ response }) => response !== null);
    const { examples: _, ...about } = API;
    const document = describeApi(documented, about, { others: otherPaths });
    const recorder = createRecorder(document, app.baseUrl, network.ids);
    await tellStory(app, network, recorder);
    const { learn, stable } = createStabiliser({ baseUrl: app.baseUrl, started, clock: CLOCK });
    const recorded = recorder.examples();
    learn(recorded);
    const examples = Object.entries(recorded).map(([name, { request, response }]) => [
      name,
      {
        ...(request !== undefined && { request: stable(request, false) }),
        response: stable(response, true),
      },
    ]);
    await writeFile(FILE, `${linesOf(Object.fromEntries(examples))}\n`);
  } finally {
    await app.close();
  }
}
