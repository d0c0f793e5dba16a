/** Pictures that strangers send: what they are, and clean ones made of them. */
import { open, readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";

export type Size = Readonly<{ width: number; height: number }>;
export type Box = Size & Readonly<{ left: number; top: number }>;
export type PictureFormat = "jpeg" | "png";

/** A picture by its header. The size is that of the upright picture: EXIF orientation applied. */
export type PictureHeader = Size & Readonly<{ format: PictureFormat }>;

/** The file cannot be used; the message ends a sentence that begins with its parameter's name. */
export class UnusablePicture extends Error {
  override name = "UnusablePicture";
}

// The whole process opens these two formats and no other, whatever a file pretends to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
// A picture is seldom seen twice, and one core is enough for it: less memory stays taken.
sharp.cache(false);
sharp.concurrency(1);

const MAX_PIXELS = 40_000_000;
const READING = { failOn: "error", sequentialRead: true, limitInputPixels: MAX_PIXELS } as const;

/** What `file` is, from its first bytes and its header alone: nothing is decoded. */
export async function readHeader(file: string): Promise<PictureHeader> {
  const format = await formatOf(file);
  if (format === null) throw new UnusablePicture("must be a JPEG or PNG picture");
  const { autoOrient } = await sharp(file, { ...READING, limitInputPixels: false })
    .metadata()
    .catch(isDamaged);
  if (autoOrient.width * autoOrient.height > MAX_PIXELS)
    throw new UnusablePicture("must have at most 40 megapixels");
  if (format === "png" && isAnimated(await readFile(file)))
    throw new UnusablePicture("must not be animated");
  return { format, ...autoOrient };
}

/**
 * The whole picture anew: upright, in sRGB, without metadata, in its own format. Call it inside
 * `inTurn`, after `readHeader` has passed the file.
 */
export function renderUpright(file: string, format: PictureFormat): Promise<Buffer> {
  if (format === "png") return openUpright(file, "error").png().toBuffer().catch(isDamaged);
  return encodeJpeg(openUpright(file, "warning")).catch((error: Error) =>
    PIXELS_LOST.test(error.message)
      ? isDamaged()
      : encodeJpeg(openUpright(file, "error")).catch(isDamaged),
  );
}

/** The JPEG decoder only warns of these, as it does of stray bytes and odd headers, which may pass. */
const PIXELS_LOST = /premature end|bad (Huffman|arithmetic) code|found marker/i;

const openUpright = (file: string, failOn: "warning" | "error") =>
  sharp(file, { ...READING, failOn })
    .autoOrient()
    .toColourspace("srgb");

/** Optimised coding would hold all coefficients: 540 MB instead of 100 for 40 megapixels. */
const encodeJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4", optimiseCoding: false }).toBuffer();

/** `side` × `side` pixels out of what `renderUpright` made: cropped, filled from the middle, on white. */
export function renderSquare(upright: Buffer, crop: Box | null, side: number): Promise<Buffer> {
  const picture = sharp(upright, READING);
  if (crop !== null) picture.extract(crop);
  return picture
    .resize(side, side, { fit: "cover" })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Lets one picture be read at a time in this process: the largest need 400 MB each. */
export const inTurn = createQueue();

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

const isDamaged = (): never => {
  throw new UnusablePicture("is damaged or cut off");
};

const SIGNATURES: [PictureFormat, Buffer][] = [
  ["jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

async function formatOf(file: string): Promise<PictureFormat | null> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
  const found = SIGNATURES.find(([, bytes]) => bytes.equals(buffer.subarray(0, bytes.length)));
  return found?.[0] ?? null;
}

/** An animated PNG says so in an acTL chunk before its pixels (PNG 3rd edition, §11.3.6.1). */
function isAnimated(png: Buffer): boolean {
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}
