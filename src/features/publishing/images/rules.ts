/** The requirements for images of shows, episodes, chapters and users; pure. */
import path from "node:path";
import { invalid } from "../../../platform/failure.ts";
import type { Box, Size } from "../../../platform/media/picture.ts";

/** Minimum width and height in pixels, after the crop. */
const MIN_SIDE = 400;

const CROP = /^\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*$/;

/**
 * The part of an upright image that `crop` names: `x1,y1,x2,y2`, with exclusive right and lower edges. Null is the
 * whole image. Fails on `image_file` or `image_crop` if it is too small or outside.
 */
export function chooseBox(crop: string | undefined, picture: Size): Box | null {
  if (!isLargeEnough(picture))
    throw invalid({ image_file: `must have at least ${MIN}; it has ${spell(picture)}` });
  if (crop === undefined || crop === "") return null;
  const found = CROP.exec(crop);
  if (found === null)
    throw invalid({ image_crop: "must be four whole numbers separated by commas: x1,y1,x2,y2" });
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number);
  if (right <= left || bottom <= top)
    throw invalid({
      image_crop: "must have its second corner to the right of and below the first",
    });
  if (left < 0 || top < 0 || right > picture.width || bottom > picture.height)
    throw invalid({ image_crop: `must be inside the image, which has ${spell(picture)}` });
  const box = { left, top, width: right - left, height: bottom - top };
  if (!isLargeEnough(box))
    throw invalid({ image_crop: `must leave at least ${MIN}; it leaves ${spell(box)}` });
  return box;
}

/** `crop`, which `chooseBox` accepts, as it is stored: without spaces; null for the whole image. */
export const storedCrop = (crop: string | undefined): string | null =>
  CROP.exec(crop ?? "")
    ?.slice(1)
    .map(Number)
    .join(",") ?? null;

const TYPES: Record<string, string> = { ".jpg": "image/jpeg", ".png": "image/png" };

/** The content type of the image under a media key. */
export const typeOf = (key: string): string => TYPES[path.extname(key)] ?? "";

const isLargeEnough = ({ width, height }: Size) => width >= MIN_SIDE && height >= MIN_SIDE;
const spell = ({ width, height }: Size) => `${width}×${height} pixels`;
const MIN = spell({ width: MIN_SIDE, height: MIN_SIDE });
