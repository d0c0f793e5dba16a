/** Tests work folders: removed after the work, swept if abandoned, kept while in use. */
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createWorkSweep, makeWorkFolder } from "./workfolder.ts";

async function makeTmp(): Promise<string> {
  const tmp = await mkdtemp(path.join(os.tmpdir(), "longwave-work-"));
  onTestFinished(() => rm(tmp, { recursive: true }));
  return tmp;
}

test("a work folder is removed when its work ends", async () => {
  const tmp = await makeTmp();
  {
    await using folder = await makeWorkFolder(tmp, "encode");
    await writeFile(path.join(folder.path, "upload"), "sound");
    expect(await readdir(tmp)).toEqual([expect.stringMatching(/^encode-/)]);
  }
  expect(await readdir(tmp)).toEqual([]);
});

test("abandoned work folders are swept after a while; active ones and other files stay", async () => {
  const tmp = await makeTmp();
  // As a killed process leaves it: nothing touches it.
  const left = (await makeWorkFolder(tmp, "encode")).path;
  const alive = (await makeWorkFolder(tmp, "creative")).path;
  await writeFile(path.join(tmp, "upload-of-somebody"), "bytes");
  const sweep = createWorkSweep(tmp, 100);
  // An old timestamp proves nothing: a clock may be wrong.
  await utimes(left, new Date(0), new Date(0));
  expect(await sweep()).toEqual([]);
  await sleep(120);
  await utimes(alive, new Date(), new Date());
  expect(await sweep()).toEqual([path.basename(left)]);
  expect((await readdir(tmp)).sort()).toEqual([path.basename(alive), "upload-of-somebody"]);
});
