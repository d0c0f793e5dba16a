/** Test images: valid ones of any kind and size, and hostile ones built by hand. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export type PictureOptions = {
  width: number;
  height: number;
  format?: "jpeg" | "png";
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  /** An author to find in the metadata. */
  author?: string;
  /** How the pixels are stored; default RGB of 8 bits. */
  colours?: "rgb" | "gray" | "cmyk" | "p3" | "rgb16";
  /** The lower right quarter is transparent (PNG only). */
  alpha?: boolean;
  progressive?: boolean;
};

const COLOURS: Record<string, number[]> = {
  red: [220, 40, 40],
  green: [40, 180, 60],
  blue: [40, 60, 200],
  yellow: [230, 210, 40],
  white: [255, 255, 255],
};

/** An image of four quarters: red, green, blue, and yellow (or transparent) at the lower right. */
export function makePicture(options: PictureOptions): Promise<Buffer> {
  const { width, height, format = "jpeg", orientation, colours = "rgb", alpha, author } = options;
  const progressive = options.progressive ?? false;
  const { red = [], green = [], blue = [], yellow = [] } = COLOURS;
  const last = [...yellow, alpha ? 0 : 255];
  const corners = [[...red, 255], [...green, 255], [...blue, 255], last].flat();
  const tiny = sharp(Buffer.from(corners), { raw: { width: 2, height: 2, channels: 4 } });
  const picture = tiny.resize(width, height, { kernel: "nearest", fit: "fill" });
  if (!alpha) picture.removeAlpha();
  if (colours === "gray") picture.toColourspace("b-w");
  if (colours === "cmyk") picture.toColourspace("cmyk");
  if (colours === "rgb16") picture.toColourspace("rgb16");
  if (colours === "p3") picture.withIccProfile("p3");
  if (orientation !== undefined) picture.withMetadata({ orientation });
  if (author !== undefined) picture.withExif({ IFD0: { Artist: author } });
  return format === "png"
    ? picture.png({ progressive }).toBuffer()
    : picture.jpeg({ quality: 95, progressive }).toBuffer();
}

/** The colours in the corners, row by row; "?" is far from every colour of `makePicture`. */
export async function cornersOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const [right, low] = [info.width - 5, info.height - 5];
  const places = [
    4 * info.width + 4,
    4 * info.width + right,
    low * info.width + 4,
    low * info.width + right,
  ];
  return places
    .map((place) => [...data.subarray(place * info.channels, place * info.channels + 3)])
    .map((pixel) => {
      const close = ([, colour]: [string, number[]]) =>
        colour.every((value, index) => Math.abs(value - (pixel[index] ?? 0)) < 25);
      return Object.entries(COLOURS).find(close)?.[0] ?? "?";
    })
    .join(" ");
}

export const makeWebp = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .webp()
    .toBuffer();

export const makeSvg = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`);

/** A GIF of two frames. */
export function makeAnimatedGif(width: number, height: number): Promise<Buffer> {
  const frame = (grey: number) => Buffer.alloc(width * height * 3, grey);
  const raw = { width, height: height * 2, channels: 3, pageHeight: height } as const;
  return sharp(Buffer.concat([frame(40), frame(200)]), { raw })
    .gif()
    .toBuffer();
}

const AFTER_HEADER = 33;

/** `png` with an additional chunk after its header. */
export function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([
    png.subarray(0, AFTER_HEADER),
    chunk(type, data),
    png.subarray(AFTER_HEADER),
  ]);
}

/** An animated PNG, but only its animation header. */
export const withAnimation = (png: Buffer) =>
  withChunk(png, "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));

/** `png` with `count` texts of 7 MB each, compressed a thousandfold. */
export function withTextBombs(png: Buffer, count: number): Buffer {
  const text = Buffer.concat([Buffer.from("k\0\0"), deflateSync(Buffer.alloc(7_000_000))]);
  return Array.from({ length: count }).reduce<Buffer>((all) => withChunk(all, "zTXt", text), png);
}

/** `png` whose header claims another size. */
export function claimPngSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), png.subarray(AFTER_HEADER)]);
}

/** `jpeg` whose frame header (SOF0) claims another size. */
export function claimJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(jpeg);
  const frame = claimed.indexOf(Buffer.from([0xff, 0xc0]));
  claimed.writeUInt16BE(height, frame + 5);
  claimed.writeUInt16BE(width, frame + 7);
  return claimed;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
