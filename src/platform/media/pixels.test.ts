/** Tests with images as cameras, programs and attackers produce them. */
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  claimJpegSize,
  claimPngSize,
  cornersOf,
  makeAnimatedGif,
  makePicture,
  makeSvg,
  makeWebp,
  type PictureOptions,
  withAnimation,
  withChunk,
  withTextBombs,
} from "../../../test/setup/pictures.ts";
import { readHeader, renderSquare, renderUpright } from "./pixels.ts";

async function upright(bytes: Buffer): Promise<Buffer> {
  return renderUpright(bytes, (await readHeader(bytes)).format);
}

const refusal = (bytes: Buffer) =>
  upright(bytes).then(
    () => "taken",
    (error: Error) => error.message,
  );

test.each([
  [1, "red green blue yellow"],
  [2, "green red yellow blue"],
  [3, "yellow blue green red"],
  [4, "blue yellow red green"],
  [5, "red blue green yellow"],
  [6, "blue red yellow green"],
  [7, "yellow green blue red"],
  [8, "green yellow red blue"],
])("orientation %i is applied, in the header and in the pixels", async (orientation, corners) => {
  for (const format of ["jpeg", "png"] as const) {
    const bytes = await makePicture({ width: 480, height: 400, orientation, format });
    const [width, height] = orientation < 5 ? [480, 400] : [400, 480];
    expect(await readHeader(bytes)).toEqual({ format, width, height });
    const made = await upright(bytes);
    const {
      width: madeWidth,
      height: madeHeight,
      orientation: left,
    } = await sharp(made).metadata();
    expect([madeWidth, madeHeight, left]).toEqual([width, height, undefined]);
    expect(await cornersOf(made)).toBe(corners);
  }
});

const STORED: Partial<PictureOptions>[] = [
  { colours: "cmyk" },
  { colours: "p3" },
  { colours: "p3", format: "png" },
  { colours: "rgb16", format: "png" },
  { progressive: true },
  { progressive: true, format: "png" },
];
test.each(STORED)("%o becomes 8-bit sRGB and looks the same", async (stored) => {
  const made = await upright(await makePicture({ width: 400, height: 400, ...stored }));
  expect(await sharp(made).metadata()).toMatchObject({
    format: stored.format ?? "jpeg",
    space: "srgb",
    depth: "uchar",
    hasProfile: false,
  });
  const corners = await cornersOf(made);
  if (stored.colours === "cmyk") expect(corners.split(" ")).toHaveLength(4);
  else expect(corners).toBe("red green blue yellow");
});

test("metadata is removed from both formats", async () => {
  for (const format of ["jpeg", "png"] as const) {
    let bytes = await makePicture({ width: 400, height: 400, format, author: "Ada Secret" });
    if (format === "png") bytes = withChunk(bytes, "tEXt", Buffer.from("Author\0Ada Secret"));
    expect(bytes.includes("Ada Secret")).toBe(true);
    const made = await upright(bytes);
    const { exif, icc, xmp, iptc, comments } = await sharp(made).metadata();
    expect([exif, icc, xmp, iptc, comments]).toEqual(Array(5).fill(undefined));
    expect(made.includes("Ada Secret")).toBe(false);
  }
});

test("a square is cut from the crop, with white behind transparent parts", async () => {
  const seeThrough = { width: 1000, height: 800, format: "png", alpha: true } as const;
  const whole = await upright(await makePicture(seeThrough));
  const square = await renderSquare(whole, null, 200);
  expect(await sharp(square).metadata()).toMatchObject({ format: "jpeg", width: 200, height: 200 });
  expect(await cornersOf(square)).toBe("red green blue white");
  const right = await renderSquare(whole, { left: 500, top: 0, width: 500, height: 800 }, 1400);
  expect(await sharp(right).metadata()).toMatchObject({ width: 1400, height: 1400 });
  expect(await cornersOf(right)).toBe("green green white white");
  const gray = await upright(await makePicture({ width: 400, height: 400, colours: "gray" }));
  expect(await sharp(await renderSquare(gray, null, 200)).metadata()).toMatchObject({
    space: "srgb",
    channels: 3,
  });
});

test("only JPEG and PNG are accepted, though more formats could be read", async () => {
  const others = [makeAnimatedGif(400, 400), makeWebp(400, 400), makeSvg(400, 400)];
  for (const bytes of [...(await Promise.all(others)), Buffer.alloc(0), Buffer.from("hello")])
    expect(await refusal(bytes)).toBe("must be a JPEG or PNG picture");
});

test("40 megapixels are accepted, one row more is refused, without decoding", async () => {
  const claims = { jpeg: claimJpegSize, png: claimPngSize };
  for (const format of ["jpeg", "png"] as const) {
    const small = await makePicture({ width: 400, height: 400, format });
    const header = await readHeader(claims[format](small, 8000, 5000));
    expect(header).toEqual({ format, width: 8000, height: 5000 });
    for (const [width, height] of [
      [8000, 5001],
      [65_000, 65_000],
    ] as const) {
      const told = await refusal(claims[format](small, width, height));
      expect(told).toBe("must have at most 40 megapixels");
    }
    // The header is valid, but the pixels are missing.
    expect(await refusal(claims[format](small, 8000, 5000))).toBe("is damaged or cut off");
  }
});

test("a truncated or damaged image is refused, wherever it is cut", async () => {
  for (const format of ["jpeg", "png"] as const) {
    const whole = await makePicture({ width: 500, height: 500, format });
    for (const share of [0.1, 0.5, 0.9])
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toBe(
        "is damaged or cut off",
      );
  }
});

test("damaged pixels in the middle are refused, stray bytes between segments are accepted", async () => {
  for (const format of ["jpeg", "png"] as const) {
    const bytes = await makePicture({ width: 500, height: 500, format });
    const middle = (bytes.length + bytes.indexOf(Buffer.from([0xff, 0xda]))) >> 1;
    // In a JPEG this reads as a run of ones, which is no Huffman code.
    const damaged = Buffer.from(bytes).fill(Buffer.from([0xff, 0]), middle, middle + 60);
    expect(await refusal(damaged)).toBe("is damaged or cut off");
  }
  const jpeg = await makePicture({ width: 500, height: 500 });
  const end = jpeg.length - 2;
  const stray = Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(900), jpeg.subarray(end)]);
  expect(await refusal(stray)).toBe("taken");
});

test("an animated PNG is refused, and compressed text chunks that expand do no harm", async () => {
  const png = await makePicture({ width: 400, height: 400, format: "png" });
  expect(await refusal(withAnimation(png))).toBe("must not be animated");
  const before = process.memoryUsage().rss;
  // They would expand to 1.4 GB.
  expect(await refusal(withTextBombs(png, 200))).toBe("taken");
  expect(process.memoryUsage().rss - before).toBeLessThan(600e6);
});
