/** The tree of the previous release, as git has it. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** The last commit of 0.1.0, which has no tag in clones made before it was tagged. */
const FIRST_RELEASE = "d986fda";

const execute = promisify(execFile);
const git = async (...args: string[]): Promise<string> =>
  (await execute("git", args, { cwd: ROOT, maxBuffer: 2 ** 26 })).stdout.trim();

/**
 * Extracts the newest release before the present commit into a folder, which is deleted with the test; returns its root
 * and what it is called. It runs on the packages that are installed here, so that no network is needed.
 */
export async function extractPreviousRelease(): Promise<{ tree: string; name: string }> {
  const name = process.env.UPGRADE_FROM || (await previousRelease());
  const tree = await mkdtemp(path.join(os.tmpdir(), "longwave-previous-"));
  onTestFinished(() => rm(tree, { recursive: true }));
  const archive = path.join(tree, "tree.tar");
  await git("archive", "--output", archive, name);
  await execute("tar", ["-xf", archive, "-C", tree]);
  await symlink(path.join(ROOT, "node_modules"), path.join(tree, "node_modules"));
  return { tree, name };
}

async function previousRelease(): Promise<string> {
  const tagged = await git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^").catch(
    () => null,
  );
  if (tagged !== null) return tagged;
  const isHere = await git("cat-file", "-e", FIRST_RELEASE).then(
    () => true,
    () => false,
  );
  if (isHere) return FIRST_RELEASE;
  throw new Error(
    "The previous release is not in this clone. Fetch the history: git fetch --unshallow --tags",
  );
}
