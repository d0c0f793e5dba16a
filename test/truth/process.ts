/**
 * One counting process of several: notes its share of the invented requests in its own folder, and
 * says so on stdout; applies them when it is told to by SIGUSR2.
 */
import { once } from "node:events";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { loadConfig } from "../../src/config.ts";
import { openDataDisk } from "../../src/deps.ts";
import { openRecorder } from "../../src/features/counting/actions.ts";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { type GenerateOptions, generate } from "./generate.ts";

type Task = {
  target: object;
  dataDir: string;
  generate: GenerateOptions;
  /** Of every `of` requests it notes number `share`. */
  share: number;
  of: number;
};

const task: Task = JSON.parse(process.argv[2] ?? "");
const log = pino({ level: "error" }, pino.destination(2));
const pool = openPool(task.target, log, 4);
const config = loadConfig({ DATA_DIR: task.dataDir });
const disk = openDataDisk(config, log);
const deps = { config, pool, disk, db: openDatabase(pool), clock: () => new Date(), log };
const recorder = await openRecorder(deps);
for (const [at, record] of generate(task.generate).records.entries()) {
  if (at % task.of === task.share) recorder.note(record);
  if (at % 500 === 0) await nextTurn();
}
// What is noted is on disk within a second.
await sleep(1000);
const told = once(process, "SIGUSR2");
process.stdout.write("noted\n");
await told;
process.stdout.write("applying\n");
await recorder.drain();
await recorder.close();
await pool.end();
process.stdout.write("applied\n");
