/** Tests that a file's tags, chapters and cover become defaults, cleaned and capped. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makePicture } from "../setup/pictures.ts";
import { makeSound } from "../setup/sounds.ts";
import { make, useFolder } from "./making.ts";

const folder = useFolder();

const TAGS = { title: "Grüße, 爱 ❤️", comment: "Line one\nline two", artist: "A. Nobody" };
const CHAPTERS = [
  { starts_at: 0, title: "Intro" },
  { starts_at: 1250, title: "Ende & Aus" },
];

async function picture(format: "jpeg" | "png"): Promise<string> {
  const file = path.join(folder.path, `cover.${format}`);
  await writeFile(file, await makePicture({ width: 40, height: 40, format }));
  return file;
}

test.each([
  ["mp3", "jpeg"],
  ["m4a", "png"],
] as const)("%s: tags, chapters and the unchanged cover are read", async (ending, format) => {
  const cover = await picture(format);
  const sound = { folder: folder.path, name: `tagged.${ending}`, tags: TAGS, chapters: CHAPTERS };
  const done = await make(folder.path, await makeSound({ ...sound, cover }));
  expect(done.tags).toMatchObject(TAGS);
  expect(done.chapters).toMatchObject(CHAPTERS);
  expect(done.chapters).toHaveLength(2);
  expect(done.cover).toMatch(format === "png" ? /cover\.png$/ : /cover\.jpg$/);
  expect(await readFile(done.cover ?? "")).toEqual(await readFile(cover));
});

test("Vorbis comments contain chapters with URLs, and only http and https are accepted", async () => {
  const tags = {
    TITLE: "Ogg",
    CHAPTER001: "00:00:01.500",
    CHAPTER001NAME: "Second",
    CHAPTER001URL: "javascript:alert(1)",
    CHAPTER000: "00:00:00.000",
    CHAPTER000NAME: "First",
    CHAPTER000URL: "https://example.com/a",
    CHAPTER002: "00:10:00.000",
    CHAPTER002NAME: "Behind the end",
  };
  const file = await makeSound({ folder: folder.path, name: "tagged.opus", tags });
  const done = await make(folder.path, file);
  expect(done.tags.title).toBe("Ogg");
  expect(done.chapters).toEqual([
    { starts_at: 0, title: "First", external_url: "https://example.com/a", cover: null },
    { starts_at: 1500, title: "Second", cover: null },
  ]);
});

test("control characters are removed, and long texts are cut", async () => {
  const tags = { title: `\x07bell${"x".repeat(2000)}`, comment: "y".repeat(50_000) };
  const file = await makeSound({ folder: folder.path, name: "long.mp3", seconds: 1, tags });
  const done = await make(folder.path, file);
  expect(done.tags.title).toMatch(/^bellx+…$/);
  expect(done.tags.title).toHaveLength(500);
  expect(done.tags.comment).toHaveLength(10_000);
});

test("images other than JPEG and PNG, and tags with a wrong size, are ignored", async () => {
  const sound = await readFile(await makeSound({ folder: folder.path, name: "x.mp3", seconds: 1 }));
  const apic = Buffer.from("\0image/jpeg\0\x03\0<svg xmlns='x'/>", "latin1");
  const frame = Buffer.alloc(10);
  frame.write("APIC", "latin1");
  frame.writeUInt32BE(apic.length, 4);
  const lie = Buffer.from("TIT2\x7f\xff\xff\xff\0\0\x03lie", "latin1");
  const body = Buffer.concat([frame, apic, lie]);
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, body.length]);
  const file = path.join(folder.path, "hostile.mp3");
  await writeFile(file, Buffer.concat([head, body, sound]));
  const done = await make(folder.path, file);
  expect(done).toMatchObject({ format: "MP3", cover: null, chapters: [] });
  expect(Math.abs(done.duration_ms - 1000)).toBeLessThan(60);
});

/** An ID3v2.3 comment (COMM, id3.org ID3v2.3.0 §4.11) of this descriptor, in English. */
function comment(descriptor: string, text: string): Buffer {
  const body = Buffer.from(`\0eng${descriptor}\0${text}`, "latin1");
  const frame = Buffer.from("COMM\0\0\0\0\0\0", "latin1");
  frame.writeUInt32BE(body.length, 4);
  return Buffer.concat([frame, body]);
}

const NORM = " 00000A2B 00000B1C 00003F5E 00004C6D 0001A2B3 0001A2B4 00007FFF 00007FFF";

test.each([
  [
    "only by programs",
    [
      ["iTunNORM", NORM],
      ["iTunPGAP", "0"],
      ["Songs-DB_Custom1", "Mood"],
    ],
    undefined,
  ],
  [
    "by programs and by people",
    [
      ["iTunNORM", NORM],
      ["", "About trains"],
    ],
    "About trains",
  ],
  ["of programs without a descriptor", [["", NORM]], undefined],
  [
    "in a language other than English",
    [["", "Über Züge, \xfcber N\xe4chte"]],
    "Über Züge, über Nächte",
  ],
] as const)("comments %s", async (_name, comments, expected) => {
  const sound = await readFile(
    await makeSound({
      folder: folder.path,
      seconds: 1,
      args: ["-id3v2_version", "0", "-write_id3v1", "0"],
    }),
  );
  const frames = Buffer.concat(comments.map(([descriptor, text]) => comment(descriptor, text)));
  const head = Buffer.from("ID3\x03\0\0\0\0\0\0", "latin1");
  head[8] = frames.length >> 7;
  head[9] = frames.length & 127;
  const file = path.join(folder.path, "commented.mp3");
  await writeFile(file, Buffer.concat([head, frames, sound]));
  expect((await make(folder.path, file)).tags.comment).toBe(expected);
});
