/** Wire shape and parameters of cuepoints (contract §5). */
import { z } from "zod";
import { arrayOf, record, structure } from "../../platform/http/listparams.ts";
import { integer } from "../../platform/http/params.ts";

export const cuepoint = z
  .object({
    timecode: z.int().meta({ description: "Milliseconds from the beginning." }),
    ads_max_count: z.int(),
  })
  .meta({ id: "Cuepoint" });

export const cuepoints = z.object({ cuepoints: z.array(cuepoint) });

export const MAX_CUEPOINTS = 20;
const INT4 = 2 ** 31 - 1;

const given = record(
  {
    timecode: integer({ max: INT4 }),
    ads_max_count: integer({ min: 1, max: 5 })
      .default(1)
      .meta({ description: "How many advertisements may stand there, 1 to 5." }),
  },
  "must be {timecode, ads_max_count}",
);

/** A whole set. */
export const cuepointParams = z.object({
  cuepoints: structure(
    arrayOf(given, {
      max: MAX_CUEPOINTS,
      error: "must be a list of {timecode, ads_max_count}",
    }).refine((all) => new Set(all.map(({ timecode }) => timecode)).size === all.length, {
      error: "must not have the same timecode twice",
    }),
  ).meta({
    description:
      "A list, or its JSON, in the place of all that there are; `[]` clears. A timecode of 0 is before the programme, one of the duration after it; none is beyond. While an episode has no audio, any.",
  }),
});

export type Cuepoint = z.infer<typeof cuepoint>;
