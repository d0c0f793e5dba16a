/**
 * Writes what is derived from the sources: row types, `db/schema.sql`, `openapi.json` and the types of the client.
 * With `--check` it writes nothing and fails when a file is not what it would write.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { API } from "../src/app/apiinfo.ts";
import { allLimits } from "../src/app/limits.ts";
import { allMetrics } from "../src/app/metrics.ts";
import { allRoutes, otherPaths, sentRequests } from "../src/app.ts";
import { loadConfig } from "../src/config.ts";
import { eventsMarkdown } from "../src/features/distribution/events/schema.ts";
import { describeLists } from "../src/features/measurement/counting/classifying.ts";
import { describeMethodology, methodologyMarkdown } from "../src/features/measurement/counting/methodology.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { errorsMarkdown } from "../src/platform/errortypes.ts";
import { STATUS } from "../src/platform/http/errors.ts";
import { describeApi } from "../src/platform/http/openapi.ts";
import { limitsMarkdown } from "../src/platform/limits.ts";
import { metricsMarkdown } from "../src/platform/metrics/metric.ts";
import { settingsMarkdown } from "../src/settings.ts";
import { openThrowAway } from "../test/setup/cluster.ts";
import { type ClientDocument, clientTypes } from "./clienttypes.ts";
import { dumpSchema } from "./dump.ts";
import { linesOf } from "./lines.ts";
import { rowTypes } from "./rowtypes.ts";
import { triggersMarkdown } from "./triggers.ts";

const root = path.resolve(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const stale: string[] = [];

async function emit(file: string, text: string): Promise<void> {
  const target = path.join(root, file);
  const present = await readFile(target, "utf8").catch(() => "");
  if (present === text) return;
  if (check) stale.push(file);
  else await writeFile(target, text);
}

/** With the default limits. */
const document = describeApi(allRoutes({ config: loadConfig({}) }), API, { others: otherPaths, webhooks: sentRequests });
const plain = JSON.parse(JSON.stringify(document));
await emit("openapi.json", `${linesOf(plain)}\n`);
await emit("clients/typescript/src/api.ts", clientTypes(plain as ClientDocument));

/** What is generated inside a page that people write stands between these marks. */
const MARKED = /(<!-- generated -->\n)[\s\S]*?(\n<!-- \/generated -->)/;

async function emitBetweenMarks(file: string, text: string): Promise<void> {
  const prose = await readFile(path.join(root, file), "utf8");
  await emit(
    file,
    prose.replace(MARKED, (_, begin, end) => `${begin}${text}${end}`),
  );
}

const described = describeMethodology(loadConfig({}), describeLists([]));
await emitBetweenMarks("docs/counting.md", methodologyMarkdown(described));
await emitBetweenMarks("docs/operations.md", settingsMarkdown());
await emitBetweenMarks("docs/events.md", eventsMarkdown());
await emitBetweenMarks("docs/errors.md", errorsMarkdown(STATUS));
await emitBetweenMarks("docs/metrics.md", metricsMarkdown(allMetrics));
await emitBetweenMarks("docs/limits.md", limitsMarkdown(allLimits(loadConfig({}))));

const { target, close } = await openThrowAway();
try {
  await migrate(target);
  const client = new pg.Client(target);
  await client.connect();
  await emit("db/schema.sql", await dumpSchema(client));
  const triggers = await triggersMarkdown(client, path.join(root, "db/functions"));
  await emitBetweenMarks("docs/database.md", triggers);
  await client.end();
  await emit("src/platform/db/rows.ts", await rowTypes(target));
} finally {
  await close();
}

if (stale.length > 0) {
  console.error(`Not fresh: ${stale.join(", ")}. Run \`npm run generate\` and commit.`);
  process.exitCode = 1;
}
