/** Decodes untrusted images and re-encodes them; used only by `pictureprocess.ts`. */
import sharp, { type Sharp } from "sharp";

import { type Box, type PictureFormat, type PictureHeader, UnusablePicture } from "./picture.ts";
import { tintOf } from "./tint.ts";

// The whole process can open only these two formats, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
// An image is seldom read twice, and one core is enough for it: this saves memory.
sharp.cache(false);
sharp.concurrency(1);

const MAX_PIXELS = 40_000_000;
const READING = { failOn: "error", sequentialRead: true, limitInputPixels: MAX_PIXELS } as const;

/** An image's format and size from its first bytes and its header: nothing is decoded. */
export async function readHeader(bytes: Buffer): Promise<PictureHeader> {
  const format = formatOf(bytes);
  if (format === null) throw new UnusablePicture("must be a JPEG or PNG picture");
  const { autoOrient } = await sharp(bytes, { ...READING, limitInputPixels: false })
    .metadata()
    .catch(isDamaged);
  if (autoOrient.width * autoOrient.height > MAX_PIXELS)
    throw new UnusablePicture("must have at most 40 megapixels");
  if (format === "png" && isAnimated(bytes)) throw new UnusablePicture("must not be animated");
  return { format, ...autoOrient };
}

/**
 * The whole image re-encoded: upright, in sRGB, without metadata, in its original format. Call it only after
 * `readHeader` has accepted it.
 */
export function renderUpright(bytes: Buffer, format: PictureFormat): Promise<Buffer> {
  if (format === "png") return openUpright(bytes, "error").png().toBuffer().catch(isDamaged);
  return encodeJpeg(openUpright(bytes, "warning")).catch((error: Error) =>
    PIXELS_LOST.test(error.message)
      ? isDamaged()
      : encodeJpeg(openUpright(bytes, "error")).catch(isDamaged),
  );
}

/** The JPEG decoder only warns of these, as it does of stray bytes and unusual headers, which are accepted. */
const PIXELS_LOST = /premature end|bad (Huffman|arithmetic) code|found marker/i;

const openUpright = (bytes: Buffer, failOn: "warning" | "error") =>
  sharp(bytes, { ...READING, failOn })
    .autoOrient()
    .toColourspace("srgb");

/** Optimised coding would hold all coefficients: 540 MB instead of 100 MB for 40 megapixels. */
const encodeJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4", optimiseCoding: false }).toBuffer();

/** `side` × `side` pixels from the output of `renderUpright`: cropped, centred, on white. */
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

/** Pixels per side that the colour is read from. */
const TINT_SIDE = 24;

/** The colour that stands out in the output of `renderUpright`; null if it has none. */
export async function readTint(upright: Buffer, crop: Box | null): Promise<string | null> {
  const picture = sharp(upright, READING);
  if (crop !== null) picture.extract(crop);
  const pixels = await picture
    .resize(TINT_SIDE, TINT_SIDE, { fit: "cover" })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  return tintOf(pixels);
}

/** The whole picture from the output of `renderUpright` as a PNG of at most `side` pixels, with up to 256 colours. */
export const renderLogo = (upright: Buffer, side: number): Promise<Buffer> =>
  sharp(upright, READING)
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .png({ palette: true, effort: 10, compressionLevel: 9 })
    .toBuffer();

/** Decoder errors mean that the image is damaged, except for lack of memory. */
function isDamaged(error?: Error): never {
  if (error && /out of memory/i.test(error.message)) throw error;
  throw new UnusablePicture("is damaged or cut off");
}

const SIGNATURES: [PictureFormat, Buffer][] = [
  ["jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

function formatOf(bytes: Buffer): PictureFormat | null {
  const found = SIGNATURES.find(([, head]) => head.equals(bytes.subarray(0, head.length)));
  return found?.[0] ?? null;
}

/** An animated PNG has an acTL chunk before its pixels (PNG 3rd edition, §11.3.6.1). */
function isAnimated(png: Buffer): boolean {
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}
