/** Tests that other users of the machine cannot access the data folder, even one made by an earlier version. */
import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { JOURNEY_MS, longwave, makeDataDir } from "../journeys/processes.ts";

const isRoot = process.getuid?.() === 0;
const modeOf = async (entry: string) => (await stat(entry)).mode & 0o777;

test(
  "folders are 0700 and files 0600 after a start, and the embedded PostgreSQL works",
  async () => {
    const DATA_DIR = await makeDataDir();
    await mkdir(path.join(DATA_DIR, "media/images"), { recursive: true });
    await writeFile(path.join(DATA_DIR, "journal.lines"), "secrets");
    for (const open of ["", "media", "media/images"]) await chmod(path.join(DATA_DIR, open), 0o755);
    await chmod(path.join(DATA_DIR, "journal.lines"), 0o644);
    const { code, stderr } = await longwave(["migrate"], { DATA_DIR });
    expect(code, stderr).toBe(0);
    // As root, PostgreSQL runs as another user, who may pass through the folder but not list it.
    expect(await modeOf(DATA_DIR)).toBe(isRoot ? 0o710 : 0o700);
    if (isRoot) expect((await stat(DATA_DIR)).gid).toBe(65534);
    for (const name of await readdir(DATA_DIR)) {
      const entry = path.join(DATA_DIR, name);
      const isFolder = (await stat(entry)).isDirectory();
      expect(await modeOf(entry), name).toBe(isFolder ? 0o700 : 0o600);
    }
  },
  JOURNEY_MS,
);

test.runIf(isRoot)(
  "the user that decoders run as cannot access it",
  async () => {
    const DATA_DIR = await makeDataDir();
    await longwave(["migrate"], { DATA_DIR });
    const nobody = { uid: 65533, gid: 65533, cwd: "/", encoding: "utf8" } as const;
    for (const place of ["", "media", "tmp", "postgres"]) {
      const { stderr, status } = spawnSync("ls", [path.join(DATA_DIR, place)], nobody);
      expect([status !== 0, stderr]).toEqual([true, expect.stringContaining("Permission denied")]);
    }
  },
  JOURNEY_MS,
);
