/** Tests that uploads are converted to exact, constant, levelled episode audio with either ffmpeg. */

import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { chmod, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../src/platform/audio/profiles.ts";
import { inspectMp3 } from "../setup/mp3.ts";
import { bundledFfmpeg, makeSound, testFfmpeg } from "../setup/sounds.ts";
import { make, PROGRAMS, useFolder } from "./making.ts";

const folder = useFolder();
const run = promisify(execFile);

describe.each(PROGRAMS)("with %s", (_name, find) => {
  test("a recording becomes an MP3 of independent frames, exact to a frame", async () => {
    const ffmpeg = await find();
    const file = await makeSound({
      folder: folder.path,
      name: "speech.wav",
      kind: "speech",
      seconds: 4.321,
    });
    const percents: number[] = [];
    const done = await make(folder.path, file, {
      ffmpeg,
      onProgress: (percent: number) => percents.push(percent),
    });
    const facts = await inspectMp3(createReadStream(done.file));
    expect(facts).toMatchObject({
      header_bytes: done.header_bytes,
      frames: done.frames,
      first: { bitrate_kbps: 128, sample_rate: 44_100, channels: 2 },
      cbr: true,
      reservoir: 0,
      info: false,
      junk: 0,
    });
    expect(done).toMatchObject({ duration_ms: 4321, format: "WAV", cover: null, chapters: [] });
    expect(done.samples).toBe(Math.round(4.321 * 44_100));
    expect(Math.abs(facts.samples - done.samples)).toBeLessThan(1152);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(await readdir(path.dirname(done.file))).toEqual(["audio.mp3", "waveform.json"]);
    const waveform = JSON.parse(await readFile(done.waveform, "utf8"));
    expect(waveform).toMatchObject({ version: 2, channels: 1, bits: 8, sample_rate: 44_100 });
    expect(waveform.data).toHaveLength(2 * waveform.length);
    expect(Math.ceil(done.samples / waveform.samples_per_pixel)).toBe(waveform.length);
  });
});

test("every profile produces its stated format", async () => {
  const file = await makeSound({
    folder: folder.path,
    name: "tone.wav",
    seconds: 1,
    channels: 2,
  });
  for (const profile of Object.values(PROFILES)) {
    const done = await make(folder.path, file, { profile });
    const facts = await inspectMp3(createReadStream(done.file));
    expect(facts).toMatchObject({ first: profile, cbr: true, reservoir: 0, junk: 0 });
  }
});

/** The container's display name by file extension; it is detected from the content alone. */
const CONTAINERS: Record<string, string> = {
  mp3: "MP3",
  m4a: "M4A",
  aac: "AAC",
  wav: "WAV",
  flac: "FLAC",
  ogg: "Ogg Vorbis",
  opus: "Ogg Opus",
  wma: "WMA",
  aif: "AIFF",
  "3gp": "3GP",
};

test.each(Object.entries(CONTAINERS))(
  "%s is accepted, whatever its name",
  async (ending, format) => {
    const ffmpeg = await bundledFfmpeg();
    const sound = { folder: folder.path, name: `sound.${ending}`, seconds: 1, ffmpeg };
    const wrong = path.join(folder.path, "holiday.jpg");
    await rename(await makeSound(sound), wrong);
    const done = await make(folder.path, wrong);
    expect(done.format).toBe(format);
    // Some encoders pad their last frame, and decoders cannot tell.
    expect(Math.abs(done.duration_ms - 1000)).toBeLessThan(60);
  },
);

/** A second of noise: 50 frames of 4.75 kbit/s (RFC 4867 §5.3), because most programs decode AMR and do not encode it. */
function amrNoise(): Buffer {
  const frames = Array.from({ length: 50 }, (_, frame) =>
    Buffer.from([0x04, ...Array.from({ length: 12 }, (_, at) => (frame * 37 + at * 101) % 256)]),
  );
  return Buffer.concat([Buffer.from("#!AMR\n"), ...frames]);
}

test.each(PROGRAMS)("amr is accepted by %s", async (_name, find) => {
  const file = path.join(folder.path, "noise.jpg");
  await writeFile(file, amrNoise());
  const done = await make(folder.path, file, { ffmpeg: await find() });
  expect(done.format).toBe("AMR");
  expect(Math.abs(done.duration_ms - 1000)).toBeLessThan(60);
});

test("only the sound of a video is used", async () => {
  const file = path.join(folder.path, "video.mp4");
  const sound = await makeSound({ folder: folder.path, name: "of.wav", seconds: 1 });
  const picture = ["-f", "lavfi", "-i", "testsrc=s=64x64:d=1"];
  const [program, ...before] = (await testFfmpeg()).command;
  await run(program, [...before, "-v", "error", ...picture, "-i", sound, "-c:v", "mpeg4", file]);
  expect(await make(folder.path, file)).toMatchObject({ format: "MP4", cover: null });
});

test("the upload stays unchanged, even if no other user may read it", async () => {
  const file = await makeSound({ folder: folder.path, name: "mine.mp3", seconds: 1 });
  await chmod(file, 0o600);
  const before = await readFile(file);
  await make(folder.path, file);
  expect(await readFile(file)).toEqual(before);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
