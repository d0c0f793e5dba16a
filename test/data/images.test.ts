/** Tests real covers, unusual ones and decompression bombs: correct results within 300 MB of memory. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = path.join(process.env.LONGWAVE_TEST_DATA ?? "", "images");
const NOT_A_PICTURE = "must be a JPEG or PNG picture";
const DAMAGED = "is damaged or cut off";
const TOO_LARGE = "must have at most 40 megapixels";
const tooSmall = (size: string) => `must have at least 400×400 pixels; it has ${size} pixels`;

const EXPECTED: Record<string, string> = {
  "cover-1800-rgba.png": "png 1800x1800",
  "cover-1480-progressive.jpg": "jpeg 1480x1480",
  "cover-3000-palette.png": "png 3000x3000",
  "cover-400-exact.jpg": "jpeg 400x400",
  "nearly-square-956x957.jpg": "jpeg 956x957",
  "not-square-1280x960.png": "png 1280x960",
  "gray-500-bad-exif.jpg": "jpeg 500x500",
  "exif-rotated-6.jpg": "jpeg 1200x1800",
  "exif-rotated-3.jpg": "jpeg 600x450",
  "too-small-256.png": tooSmall("256×256"),
  "too-small-320x240.jpg": tooSmall("320×240"),
  "cmyk-no-profile.jpg": tooSmall("500×333"),
  "cmyk-with-profile.jpg": tooSmall("500×333"),
  "truncated.jpg": DAMAGED,
  "truncated.png": DAMAGED,
  "corrupt-header.jpg": DAMAGED,
  "broken-data-stream.png": tooSmall("128×128"),
  "refuse-animated.gif": NOT_A_PICTURE,
  "refuse.svg": NOT_A_PICTURE,
  "refuse.webp": NOT_A_PICTURE,
  "bomb-claimed-size.gif": NOT_A_PICTURE,
  "bomb-65536x65536.png": TOO_LARGE,
  "bomb-64250x64250-claimed.jpg": TOO_LARGE,
  "bomb-ztxt.png": tooSmall("1×1"),
};

type Told = { outcomes: Record<string, string>; maxRSS: number };
const tmp = mkdtempSync(path.join(os.tmpdir(), "longwave-covers-"));
const told = {} as Told;
beforeAll(() => {
  const script = path.join(import.meta.dirname, "read-pictures.ts");
  Object.assign(told, JSON.parse(execFileSync(process.execPath, [script, folder, tmp]).toString()));
});
afterAll(() => rmSync(tmp, { recursive: true }));

test("each image is accepted, or refused for the right reason", () => {
  expect(told.outcomes).toEqual(EXPECTED);
});

test("all of them together stay within 300 MB", () => {
  expect(told.maxRSS * 1024).toBeLessThan(300e6);
});

test("accepted images exist in four sizes without metadata, and refused ones leave no files", async () => {
  for (const [name, outcome] of Object.entries(EXPECTED)) {
    const made = readdirSync(path.join(tmp, name)).sort();
    const taken = /^(jpeg|png) (\d+)x(\d+)$/.exec(outcome);
    expect(made, name).toEqual(
      ["image_file"].concat(
        ["cover", "feed", "square", "upright"].flatMap((size) =>
          taken ? [`image_file.${size}`] : [],
        ),
      ),
    );
    if (taken === null) continue;
    const [, format, width, height] = taken;
    const of = (size: string) => sharp(path.join(tmp, name, `image_file.${size}`)).metadata();
    const upright = await of("upright");
    expect(upright).toMatchObject({ format, width: Number(width), height: Number(height) });
    expect(await of("square")).toMatchObject({ format: "jpeg", width: 200, height: 200 });
    expect(await of("cover")).toMatchObject({ format: "jpeg", width: 600, height: 600 });
    expect(await of("feed")).toMatchObject({ format: "jpeg", width: 1400, height: 1400 });
    const { orientation, exif, icc, xmp, iptc } = upright;
    expect([orientation, exif, icc, xmp, iptc], name).toEqual(Array(5).fill(undefined));
  }
});
