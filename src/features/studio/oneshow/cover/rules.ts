/** The square part of an image; pure. */
import type { Crop, WantedCrop } from "./schema.ts";

/** What directories require (Apple Podcasts for Creators, artwork requirements). */
export const GOOD_SIDE = 1400;

type Size = Readonly<{ width: number; height: number }>;

/** The wanted part if it lies in the image, or the largest one in the middle, which is also what an upload shows. */
export function cropIn({ width, height }: Size, wanted: WantedCrop): Crop {
  const { left, top, side } = wanted;
  const isGiven = left !== undefined && top !== undefined && side !== undefined;
  if (isGiven && side > 0 && left + side <= width && top + side <= height)
    return { left, top, side };
  const largest = Math.min(width, height);
  return {
    left: Math.floor((width - largest) / 2),
    top: Math.floor((height - largest) / 2),
    side: largest,
  };
}

/** The part as the API's `image_crop`. */
export const cropText = ({ left, top, side }: Crop): string =>
  [left, top, left + side, top + side].join(",");
