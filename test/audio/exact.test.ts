/** Tests that the MP3 begins with the first sample of the upload, and keeps its level or gets the target's. */
import { expect, test } from "vitest";
import { makeSound, testFfmpeg } from "../setup/sounds.ts";
import { decode, judge, make, PROGRAMS, STEREO, useFolder } from "./making.ts";

const folder = useFolder();

/** The correlation of two sounds when the second is shifted by `late` samples: 1 means equal. */
function likeness(a: Int16Array, b: Int16Array, late: number): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (let at = 100; at < a.length - 1252; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at + late] ?? 0];
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB);
}

/** The shift at which the second sound correlates best with the first. */
function delay(a: Int16Array, b: Int16Array): { samples: number; likeness: number } {
  const all = Array.from({ length: 201 }, (_, index) => index - 100).map((samples) => ({
    samples,
    likeness: likeness(a, b, samples),
  }));
  return all.reduce((best, each) => (each.likeness > best.likeness ? each : best));
}

for (const [name, find] of PROGRAMS)
  for (const [kind, channels] of [
    ["sweep", 2],
    ["bursts", 2],
    ["bursts", 1],
  ] as const)
    test(`${kind}, ${channels}: not a single sample is shifted, with ${name}`, async () => {
      const file = await makeSound({ folder: folder.path, name: `${kind}.wav`, kind, seconds: 2 });
      const profile = { ...STEREO, channels };
      const made = await make(folder.path, file, { ffmpeg: await find(), profile });
      const found = delay(await decode(file), await decode(made.file));
      expect(found.samples).toBe(0);
      expect(found.likeness).toBeGreaterThan(0.9);
    });

test.each([
  ["a quiet voice", { kind: "speech", level: -30 }],
  ["a loud voice", { kind: "speech", level: -1 }],
  ["bursts that a limiter must hold", { kind: "bursts", level: -6 }],
  ["two channels", { kind: "sweep", level: -20, channels: 2 }],
] as const)("%s is levelled to −16 LUFS with peaks below −1 dBTP", async (_name, sound) => {
  const file = await makeSound({ folder: folder.path, name: "in.wav", seconds: 6, ...sound });
  const { lufs, peak } = await judge((await make(folder.path, file)).file);
  expect(lufs).toBeGreaterThan(-17);
  expect(lufs).toBeLessThan(-15.5);
  expect(peak).toBeLessThanOrEqual(-1);
});

test("with levelling off, the loudness is measured and left unchanged", async () => {
  const file = await makeSound({
    folder: folder.path,
    name: "off.wav",
    kind: "speech",
    level: -20,
    channels: 2,
  });
  const made = await make(folder.path, file, { normalise: false });
  const [before, after] = [await judge(file), await judge(made.file)];
  expect(Math.abs(after.lufs - before.lufs)).toBeLessThan(0.5);
  expect(made.loudness.integrated_lufs).toBeCloseTo(before.lufs, 0);
  expect(made.loudness.true_peak_dbtp).toBeCloseTo(before.peak, 0);
});

test("digital silence has no loudness and stays silent", async () => {
  const file = await makeSound({ folder: folder.path, name: "silence.wav", kind: "silence" });
  const made = await make(folder.path, file);
  expect(made.loudness).toEqual({ integrated_lufs: null, true_peak_dbtp: null });
  expect((await decode(made.file)).every((sample) => sample === 0)).toBe(true);
});

test("inaudible noise is not raised to the target", async () => {
  const quiet = { folder: folder.path, name: "hiss.wav", kind: "noise", level: -62 } as const;
  const made = await make(folder.path, await makeSound({ ...quiet, ffmpeg: await testFfmpeg() }));
  expect((await judge(made.file)).lufs).toBeLessThan(-30);
});

test("peaks that only appear in the result are brought below −1 dBTP by another attempt", async () => {
  const loud = { folder: folder.path, name: "crackle.wav", kind: "crackle", level: 0 } as const;
  const file = await makeSound({ ...loud, channels: 2 });
  expect((await judge((await make(folder.path, file)).file)).peak).toBeLessThanOrEqual(-1);
});
