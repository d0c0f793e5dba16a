/**
 * One of several counting processes: records its share of the generated requests in its own folder, reports that on
 * stdout, and applies them on SIGUSR2.
 */
import { once } from "node:events";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { loadConfig } from "../../src/config.ts";
import { openDataDisk } from "../../src/deps.ts";
import { openRequestRecorder } from "../../src/features/measurement/counting/actions.ts";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { createMeasures } from "../../src/platform/metrics/measures.ts";
import { NO_TRACING } from "../../src/platform/tracing/tracing.ts";
import { type GenerateOptions, generate } from "./generate.ts";

type Task = {
  target: object;
  dataDir: string;
  generate: GenerateOptions;
  /** It records request number `share` of every `of` requests. */
  share: number;
  of: number;
};

const task: Task = JSON.parse(process.argv[2] ?? "");
const log = pino({ level: "error" }, pino.destination(2));
const pool = openPool(task.target, log, 4);
const config = loadConfig({ DATA_DIR: task.dataDir });
const disk = openDataDisk(config, log);
const measures = createMeasures();
const deps = {
  config,
  pool,
  disk,
  measures,
  tracing: NO_TRACING,
  db: openDatabase(pool),
  clock: () => new Date(),
  log,
};
const recorder = await openRequestRecorder(deps);
for (const [at, record] of generate(task.generate).records.entries()) {
  if (at % task.of === task.share) recorder.note(record);
  if (at % 500 === 0) await nextTurn();
}
// Records are on disk within a second.
await sleep(1000);
const told = once(process, "SIGUSR2");
process.stdout.write("noted\n");
await told;
process.stdout.write("applying\n");
await recorder.drain();
await recorder.close();
await pool.end();
process.stdout.write("applied\n");
