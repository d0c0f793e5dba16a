/** The worker thread of `applier.ts`: applies journals on request, over its own connections. */
import { parentPort, workerData } from "node:worker_threads";
import type { Logger } from "pino";
import { openDatabase, openPool } from "../../../../platform/db/database.ts";
import { onExceeded } from "../../../../platform/limits.ts";
import { openAggregation } from "../aggregation/apply.ts";
import { applyJournals } from "./apply.ts";
import type { Task, WriterMessage } from "./ledgerwriter.ts";
import { SHARDS } from "./shards.ts";
import type { CountedTraces } from "./traces.ts";

const { target, folder, lists } = workerData as Task;
const say = (said: WriterMessage) => parentPort?.postMessage(said);
const telling = (level: "debug" | "warn" | "error") =>
  ((fields: object, text: string) => say({ level, fields, text })) as Logger["debug"];
const log = { debug: telling("debug"), warn: telling("warn"), error: telling("error") };

/** One per shard, and one for look-ups. */
const CONNECTIONS = SHARDS + 1;
const pool = openPool(target, log, CONNECTIONS);
// Traces are sent by the main thread.
const onCounted = (counted: CountedTraces) => say({ counted });
const deps = { db: openDatabase(pool), log, onCounted };
const state = openAggregation(lists);
// Metrics are kept by the main thread.
onExceeded((exceeded) => say({ exceeded }));

parentPort?.on("message", async (command: "apply" | "close") => {
  if (command === "close") {
    await pool.end();
    parentPort?.close();
    return;
  }
  try {
    await applyJournals(deps, () => state, folder);
    say({ failure: null });
  } catch (error) {
    say({ failure: error as Error });
  }
});
