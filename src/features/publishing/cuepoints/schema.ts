/** API schema and parameters of cuepoints (contract §5). */
import { z } from "zod";
import { arrayOf, record, structure } from "../../../platform/http/listparams.ts";
import { integer } from "../../../platform/http/params.ts";

export const cuepoint = z
  .object({
    timecode: z.int().meta({ description: "In milliseconds from the beginning." }),
    ads_max_count: z.int(),
  })
  .meta({ id: "Cuepoint" });

export const cuepoints = z.object({ cuepoints: z.array(cuepoint) });

/** Of one episode. */
export const MAX_CUEPOINTS = 20;
const INT4 = 2 ** 31 - 1;

/** The properties of a cuepoint in a request. */
export const givenCuepoint = {
  timecode: integer({ max: INT4 }),
  ads_max_count: integer({ min: 1, max: 5 })
    .default(1)
    .meta({ description: "The maximum number of ads in the break, 1 to 5." }),
};

const given = record(givenCuepoint, "must be {timecode, ads_max_count}");

/** A complete set of cuepoints. */
export const cuepointParams = z.object({
  cuepoints: structure(
    arrayOf(given, {
      max: MAX_CUEPOINTS,
      error: "must be a list of {timecode, ads_max_count}",
    }).refine((all) => new Set(all.map(({ timecode }) => timecode)).size === all.length, {
      error: "must not contain the same timecode twice",
    }),
  ).meta({
    description:
      "A list, or the same as JSON text. Replaces all cuepoints; `[]` removes them. A timecode of 0 is before the programme, a timecode equal to the duration is after it, and none may be greater. Any value while the episode has no audio.",
  }),
});

export type Cuepoint = z.infer<typeof cuepoint>;
