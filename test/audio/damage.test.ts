/**
 * Tests that damaged recordings are decoded as far as possible or refused with a plain sentence, and leave no files.
 */
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { AudioError } from "../../src/platform/audio/failure.ts";
import { processAudio } from "../../src/platform/audio/process.ts";
import { bundledFfmpeg, makeSound, testFfmpeg } from "../setup/sounds.ts";
import { STEREO, useFolder } from "./making.ts";

const folder = useFolder();

/** Pseudo-random numbers from 0 to 1, the same on each run (a linear congruential generator). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

type Damage = (bytes: Buffer, random: () => number) => Buffer;

const cut: Damage = (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length));

const flip: Damage = (bytes, random) => {
  for (let count = 0; count < 20; count += 1) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return bytes;
};

const overwriteHead: Damage = (bytes, random) => {
  for (let count = 0; count < 15; count += 1)
    bytes[Math.floor(random() * Math.min(1000, bytes.length))] = Math.floor(random() * 256);
  return bytes;
};

const ENDINGS = ["mp3", "m4a", "aac", "wav", "flac", "opus", "wma", "aif"];

test.each(ENDINGS.map((ending, index) => [ending, index] as const))("%s", async (ending, seed) => {
  const sound = {
    folder: folder.path,
    name: `good.${ending}`,
    kind: "speech",
    seconds: 1,
  } as const;
  const good = await makeSound({ ...sound, ffmpeg: await bundledFfmpeg() });
  const random = chance(7919 * (seed + 1));
  for (const damage of [cut, flip, overwriteHead])
    await survives(damage(await readFile(good), random));
});

async function survives(bytes: Buffer): Promise<void> {
  const file = path.join(folder.path, "damaged");
  await writeFile(file, bytes);
  const workDir = await mkdtemp(path.join(folder.path, "work-"));
  const { signal } = new AbortController();
  const work = { file, workDir, profile: STEREO, normalise: true, signal, onProgress() {} };
  const outcome = await processAudio(await testFfmpeg(), work).catch((error: unknown) => error);
  const left = await readdir(workDir);
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(AudioError);
    expect(outcome).toMatchObject({ retry: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(left).toEqual([]);
  } else expect(left).toEqual(["audio.mp3", "waveform.json"]);
}
