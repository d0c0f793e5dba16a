/** Makes the nightly backup in a process of its own, so that compressing and encrypting delay no listener. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";

const nightlyBackup = { name: "backup.run", payload: z.object({}).loose(), maxAttempts: 4 };
const COMMAND = path.resolve(import.meta.dirname, "../../../cli.ts");
/** Exit code of `longwave backup` if the media store lacks files: another attempt would not find them. */
export const LACKS_FILES = 3;
const TOLD = 2000;

/** None if BACKUP_TO is not set. */
export const backupJobs = ({ config, log }: Pick<Deps, "config" | "log">): Job[] =>
  config.backup.to === null
    ? []
    : [
        job(
          nightlyBackup,
          async (_payload, { signal }) =>
            log.info({ says: await runCommand(signal) }, "backup made"),
          `7 ${config.backup.hour} * * *`,
        ),
      ];

/** Runs `longwave backup` with the environment of this process; returns what it prints. */
async function runCommand(signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [COMMAND, "backup"], { stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  const said = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.out = (said.out + chunk).slice(-TOLD);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.error = (said.error + chunk).slice(-TOLD);
  });
  const [code] = (await once(child, "close")) as [number | null];
  signal.removeEventListener("abort", stop);
  if (code === 0 || code === LACKS_FILES) return said.out.trim();
  throw new Error(`The backup failed: ${said.error.trim()}`);
}
