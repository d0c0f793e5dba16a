/** The part of an image that a cover shows, as a form sends it. */
import { z } from "zod";
import { integer } from "../../../../platform/http/params.ts";

const MAX_PIXELS = 100_000;
const pixels = () => integer({ max: MAX_PIXELS });

/** Whether the crop is a step on the way to a new show's first episode. */
const step = z.enum(["new"]).optional().catch(undefined);

export const cropForm = z.object({ left: pixels(), top: pixels(), side: pixels(), step });

/** The part that the page begins with; what is malformed counts as not given. */
export const cropQuery = z.object({
  left: pixels().optional().catch(undefined),
  top: pixels().optional().catch(undefined),
  side: pixels().optional().catch(undefined),
  step,
  /** What was done to the image a moment ago. */
  done: z.string().max(20).regex(/^\w*$/).optional().catch(undefined),
});

export type Crop = Readonly<{ left: number; top: number; side: number }>;

/** A part of which some numbers may be missing. */
export type WantedCrop = z.infer<typeof cropQuery>;
