/** Tests the shipped units with Debian's systemd: they are valid, and systemd rates their sandbox as safe. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const UNITS = path.resolve(import.meta.dirname, "../../deploy/systemd");
const run = promisify(execFile);

/** A unit whose program exists on this machine; deleted after the test. */
async function unit(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-unit-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = await readFile(path.join(UNITS, name), "utf8");
  const file = path.join(folder, name);
  await writeFile(file, text.replace("/opt/longwave/node_modules/.bin/node", process.execPath));
  return file;
}

test.each(globSync("*.service", { cwd: UNITS }))("%s is valid", async (name) => {
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", await unit(name)]);
  expect([stdout, stderr]).toEqual(["", ""]);
});

test.each(globSync("*.service", { cwd: UNITS }))("%s is closed", async (name) => {
  // Exposure in tenths, from 0 to 100: the command fails above it.
  const options = ["security", "--offline=true", "--threshold=20", "--no-pager", await unit(name)];
  const { stdout } = await run("systemd-analyze", options);
  expect(stdout).toContain("OK");
});
