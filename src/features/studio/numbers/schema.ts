/** Parameters of the pages of numbers. */
import { z } from "zod";
import { clearableLine, id, line } from "../../../platform/http/params.ts";
import { MAX_TEXT } from "../../measurement/annotations/rules.ts";
import { rangeParams } from "../range/schema.ts";
import { tableQuery } from "../tables/query.ts";

export const showId = z.object({ show_id: id() });
export const noteId = z.object({ show_id: id(), annotation_id: id() });

/** The ages of episodes that are compared. */
export const DAYS = [1, 7, 30, 90] as const;

/** The same on all pages, so that a link keeps what was chosen. */
export const numbersQuery = tableQuery(
  { sorts: ["-date", ...DAYS.map((days) => `d${days}`)] },
  {
    ...rangeParams,
    episode: id().optional().catch(undefined),
    /** `country:IT`, `source:Overcast` or `device:iPhone`. */
    only: z
      .string()
      .max(300)
      .regex(/^[^\u0000-\u001f]*$/)
      .optional()
      .catch(undefined),
    /** A list that is shown in full. */
    list: z.string().max(20).regex(/^\w*$/).optional().catch(undefined),
    done: z.string().max(20).regex(/^\w*$/).optional().catch(undefined),
  },
);

export type NumbersQuery = z.infer<typeof numbersQuery>;

/** `at`: the value of a `datetime-local` field, in the person's time zone. */
export const noteForm = z.object({
  at: clearableLine({ max: 30 }).optional(),
  text: line({ min: 1, max: MAX_TEXT }),
  revision: z.coerce.number().int().optional().catch(undefined),
});
