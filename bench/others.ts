/** Starts benchmarks that are programs of their own, with options of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** What each benchmark measures, by name. */
export const OTHERS: Readonly<Record<string, string>> = {
  all: "everything, as one table, and what changed since an earlier run",
  counting: "records counted per second, and their correctness",
  crew: "a server of several processes compared with one of one",
  decision: "an ad decision, by the number of line items",
  disk: "bytes of the database for each download with ads, by table",
  feeds: "the feed of a show with 1,000 episodes",
  ingest: "downloads and impressions written to the ledgers while they are aggregated",
  jobs: "scheduled jobs on a server with many shows",
  listeners: "memory while 2,000 clients listen slowly",
  logs: "the lines of an edge's log, before they are counted",
  media: "stitched audio compared with nginx, and with a bare server, which send one file",
  pages: "show pages in a browser",
  push: "a new episode on the devices of 100,000 followers",
  reconciliation: "a third party's report of 100,000 lines",
  start: "the start of a server, and its memory when idle",
  statistics: "statistics with many events: aggregation and queries",
  tricks: "what each trick in a hot path saves",
  uploads: "memory of a large upload, and reads during many uploads",
};

export const othersHelp = `
Others, with options of their own (npm run bench -- <name> …):
${Object.entries(OTHERS)
  .map(([name, what]) => `  ${name.padEnd(16)}${what}`)
  .join("\n")}`;

/** Runs the benchmark that the first argument names; null if there is none of that name. */
export async function runOther([name = "", ...options]: readonly string[]): Promise<number | null> {
  if (!Object.hasOwn(OTHERS, name)) return null;
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const child = spawn(process.execPath, [file, ...options], { stdio: "inherit" });
  // Waits until the other process has cleaned up. It has received Ctrl+C itself.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill());
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
