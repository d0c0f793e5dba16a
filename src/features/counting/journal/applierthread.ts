/** The thread that `applier.ts` starts: applies journals when told to, over connections of its own. */
import { parentPort, workerData } from "node:worker_threads";
import type { Logger } from "pino";
import { openDatabase, openPool } from "../../../platform/db/database.ts";
import { onExceeded } from "../../../platform/limits.ts";
import { openFolding } from "../folding/apply.ts";
import type { Said, Task } from "./applier.ts";
import { applyJournals } from "./apply.ts";
import { SHARDS } from "./shards.ts";

const { target, folder, lists } = workerData as Task;
const say = (said: Said) => parentPort?.postMessage(said);
const telling = (level: "debug" | "warn" | "error") =>
  ((fields: object, text: string) => say({ level, fields, text })) as Logger["debug"];
const log = { debug: telling("debug"), warn: telling("warn"), error: telling("error") };

/** One a shard, and one that looks things up beside them. */
const CONNECTIONS = SHARDS + 1;
const pool = openPool(target, log, CONNECTIONS);
const deps = { db: openDatabase(pool), log };
const folding = openFolding(lists);
// Metrics are the main thread's.
onExceeded((exceeded) => say({ exceeded }));

parentPort?.on("message", async (told: "apply" | "close") => {
  if (told === "close") {
    await pool.end();
    parentPort?.close();
    return;
  }
  try {
    await applyJournals(deps, folding, folder);
    say({ failure: null });
  } catch (error) {
    say({ failure: error as Error });
  }
});
