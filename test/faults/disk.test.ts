/** Tests disks without a single free byte: that of the database, of the journal, and of the media. */
import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { addAda, makeDataDir } from "../journeys/processes.ts";
import {
  clientOf,
  expectCounted,
  expectNothingLost,
  expectQuiet,
  makeShow,
  startServer,
  stopServer,
} from "./site.ts";
import { expectClear, startTraffic } from "./traffic.ts";

const isRoot = process.getuid?.() === 0;
const MEGABYTE = 2 ** 20;
const FULL_MS = 10_000;
const WITHIN_MS = 25_000;
const LINES = 80;

/** Sizes of the disks: each has room for the journey, and is then filled by another file. */
const DISKS = { postgres: 400, journal: 16, media: 64 };

/** Puts `folder`, with what it contains, on a file system of its own of `bytes`. Only root can. */
async function mountDisk(folder: string, bytes: number): Promise<void> {
  const before = `${folder}.before`;
  await mkdir(folder, { recursive: true });
  execFileSync("cp", ["-a", folder, before]);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  execFileSync("cp", ["-a", `${before}/.`, folder]);
  await rm(before, { recursive: true });
}

/** Takes every byte of the disk at `folder`; returns a function that gives them back. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const ballast = path.join(folder, "ballast");
  // Whatever size the disk has, and whoever else writes to it, at its end there is not a byte left.
  execFileSync("sh", ["-c", 'cat /dev/zero >"$0" 2>/dev/null || true', ballast]);
  return () => rm(ballast);
}

test.runIf(isRoot).each(Object.entries(DISKS))(
  "the disk of %s is full",
  async (name, megabytes) => {
    const DATA_DIR = await makeDataDir();
    const token = await addAda(DATA_DIR);
    const folder = path.join(DATA_DIR, name);
    await mountDisk(folder, megabytes * MEGABYTE);
    const server = await startServer({ DATA_DIR });
    const api = clientOf(server, token);
    const show = await makeShow(api);
    const traffic = startTraffic({ url: () => server.url, token, ...show });
    await traffic.flows();
    const free = await fill(folder);
    await expect
      .poll(async () => (await api.post("/v2/shows", { title: "No room", language: "en" })).status)
      .toBe(507);
    const listened = traffic.heard();
    await sleep(FULL_MS);
    if (name !== "postgres") expect(traffic.heard()).toBeGreaterThan(listened + 10);
    await free();
    await traffic.flows();
    await traffic.stop();
    expectClear(traffic, {
      withinMs: WITHIN_MS,
      errors: { 507: "storage-full", 503: "unavailable" },
    });
    await expectNothingLost(api, traffic);
    await expectCounted(api, show.episode_id, traffic);
    expectQuiet(server, LINES);
    await stopServer(server);
  },
);
