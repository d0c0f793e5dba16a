/** Bounds of annotations. */
import type { Limit } from "../../../platform/limits.ts";

/** Code points of a note. */
export const MAX_TEXT = 500;

export const ANNOTATIONS_A_SHOW: Limit = {
  name: "annotations-per-show",
  value: 1_000,
  unit: "annotations",
  bounds: "Annotations on the time line of a show.",
  beyond: "409 `too-many-annotations`.",
};
