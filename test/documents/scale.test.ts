/** Runs the commands of the guide on scaling: two web processes and a worker on one database and one bucket. */
import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually, freePort, INHERITED, JOURNEY_MS, urlOf } from "../journeys/processes.ts";
import { openBucket } from "../setup/bucket.ts";
import { openThrowAway } from "../setup/cluster.ts";
import { blocksOf } from "./blocks.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const isReady = async (port: string): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
  return answer?.status === 200;
};

test(
  "two web processes and a worker share a database",
  async () => {
    const [database, bucket] = await Promise.all([openThrowAway(), openBucket()]);
    const ports = [await freePort(), await freePort()] as const;
    const blocks = await blocksOf(path.join(ROOT, "docs/guides/scale.md"));
    const text = blocks.map((block) => block.text).join("\n");
    const script = text
      .replace(/postgres:\S+/, `'${urlOf(database.target)}'`)
      .replace(/MEDIA_URL=\S+/, `MEDIA_URL='${bucket.url}'`)
      .replace("8081", ports[0])
      .replace("8082", ports[1])
      .replaceAll("npx longwave", `"${process.execPath}" "${path.join(ROOT, "src/cli.ts")}"`);
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-scale-"));
    const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", `${script}\nwait`], {
      detached: true,
      env: { ...INHERITED, DATA_DIR: dataDir },
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(async () => {
      const ended = new Promise((resolve) => child.once("close", resolve));
      process.kill(-(child.pid ?? 0), "SIGTERM");
      await ended;
      await Promise.all([database.close(), bucket.close()]);
    });
    for (const port of ports) expect(await eventually(() => isReady(port), JOURNEY_MS)).toBe(true);
  },
  JOURNEY_MS,
);
