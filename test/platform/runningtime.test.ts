/** Tests limits of running time in processes that are stopped, as by a laptop that sleeps. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

const MODULE = path.resolve(import.meta.dirname, "../../src/platform/runningtime.ts");
const LIMIT_MS = 600;

/** Starts a process that sets the limit, does `then`, and later prints whether the limit was reached. */
const start = (then: string) =>
  spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { writeSync } from "node:fs";
       import { limitRunning } from ${JSON.stringify(MODULE)};
       using limit = limitRunning(${LIMIT_MS});
       const late = new Promise((resolve) => setTimeout(resolve, ${2 * LIMIT_MS}));
       writeSync(1, "set");
       ${then}
       await late;
       console.log(limit.signal.aborted);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );

async function outputOf(child: ReturnType<typeof start>): Promise<string> {
  let text = "";
  child.stdout?.on("data", (bytes) => {
    text += bytes;
  });
  await once(child, "close");
  return text.trim();
}

test("a process that runs reaches its limit", async () => {
  expect(await outputOf(start(""))).toBe("settrue");
});

test("time for which a process is stopped does not count", async () => {
  const child = start('process.kill(process.pid, "SIGSTOP");');
  const output = outputOf(child);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  await sleep(3 * LIMIT_MS);
  child.kill("SIGCONT");
  // By the clock both moments are over.
  expect(await output).toBe("setfalse");
});
