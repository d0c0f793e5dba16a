/** Tests real recordings, valid and broken: the right duration, or a plain reason. */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { judge, make, PROGRAMS, useFolder } from "../audio/making.ts";
import { inspectMp3 } from "../setup/mp3.ts";

const data = path.join(process.env.LONGWAVE_TEST_DATA ?? "", "audio");
const folder = useFolder();

/** Seconds that decoding gives (the data's README), or the reason for refusal. */
const EXPECTED: Record<string, number | string> = {
  "viper-cbr128.mp3": 40.93,
  "outfoxing-vbr-id3.mp3": 97.4,
  "auphonic-chapters-cover.mp3": 10,
  "auphonic-chapters-cover.m4a": 10.05,
  "auphonic-chapters.opus": 10,
  "silence-30s-mono.mp3": 30,
  "music-aac.m4a": 10.19,
  "viper-vorbis.ogg": 40.98,
  "jfk-speech.flac": 11,
  "librivox-speech-16k-mono.wav": 7.1,
  "concert-crowd-32k.mp3": 15.54,
  "vbr-without-xing-mono.mp3": 10.71,
  "broken/incomplete-download.mp3": 49.24,
  "broken/wav-named-mp3.mp3": 1.43,
  "broken/bad-atoms.m4a": "The file is damaged: nothing in it can be decoded.",
  "broken/html-page.mp3": "This is an HTML page, not audio.",
  "broken/tags-only-no-audio.mp3": "The file contains only tags and no audio.",
};

test("every recording of the test data is tested", async () => {
  const names = await readdir(data, { recursive: true });
  const files = names.filter((name) => path.extname(name) !== "").sort();
  expect(files).toEqual(Object.keys(EXPECTED).sort());
});

for (const [program, find] of PROGRAMS)
  test.each(Object.entries(EXPECTED))(`%s, with ${program}`, async (name, expected) => {
    const making = make(folder.path, path.join(data, name), { ffmpeg: await find() });
    if (typeof expected === "string") {
      await expect(making).rejects.toMatchObject({ message: expected, retry: false });
      return;
    }
    const done = await making;
    expect(Math.abs(done.duration_ms / 1000 - expected)).toBeLessThan(0.011);
    const facts = await inspectMp3(createReadStream(done.file));
    expect(facts).toMatchObject({ cbr: true, reservoir: 0, info: false, junk: 0 });
    expect(Math.abs(facts.samples - done.samples)).toBeLessThan(1152);
    const { lufs, peak } = await judge(done.file);
    expect(peak).toBeLessThanOrEqual(-1);
    if (done.loudness.integrated_lufs === null) expect(lufs).toBe(-70);
    else expect(Math.abs(lufs + 16)).toBeLessThan(0.6);
  });

test.each(["mp3", "m4a", "opus"])("chapters, cover and tags of the %s are read", async (ending) => {
  const name = ending === "opus" ? "auphonic-chapters.opus" : `auphonic-chapters-cover.${ending}`;
  const done = await make(folder.path, path.join(data, name));
  expect(done.tags).toMatchObject({ title: "Title", artist: "Artist" });
  expect(done.cover).not.toBeNull();
  expect(done.chapters).toMatchObject([
    { starts_at: 0, title: "Chapter 1 - ❤️😊" },
    { starts_at: 3000, title: "Chapter 2 - ßöÄ" },
    { starts_at: 6000, title: "Chapter 3 - 爱" },
    { starts_at: 9000, title: "Chapter 4" },
  ]);
  if (ending === "mp3")
    expect(done.chapters[0]).toMatchObject({
      external_url: "https://example.com/",
      cover: expect.stringMatching(/chapter-1\.jpg$/),
    });
});
