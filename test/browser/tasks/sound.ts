/** A file of speech for tasks that upload one, removed after them. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { makeSound } from "../../setup/sounds.ts";

/** Its path, once tests run. */
export function useSound(seconds: number) {
  const made = { folder: "", sound: "" };
  beforeAll(async () => {
    made.folder = await mkdtemp(path.join(os.tmpdir(), "longwave-sound-"));
    made.sound = await makeSound({ folder: made.folder, seconds, kind: "speech" });
  });
  afterAll(() => rm(made.folder, { recursive: true, force: true }));
  return made;
}
