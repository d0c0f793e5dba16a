/** Parameters and shapes of episodes at equal age. */
import { z } from "zod";
import { commaList } from "../../../../platform/http/listparams.ts";
import { offsetPaging, twoWayPageOf } from "../../../../platform/http/paging.ts";
import { integer, oneOf } from "../../../../platform/http/params.ts";
import { AGES } from "../../statistics/ages/rules.ts";

const isAge = (days: number): boolean => (AGES as readonly number[]).includes(days);
const CHOICE = `must be one of ${AGES.join(", ")}`;
const age = () => integer().refine(isAge, { error: CHOICE });

/** The ages that reports of the field compare. */
const USUAL = [1, 7, 30, 90];

export const agesQuery = z.object({
  ...offsetPaging(20),
  days: commaList(age(), { max: AGES.length })
    .refine((list) => list.length > 0, { error: CHOICE })
    .transform((list) => [...new Set(list)].sort((a, b) => a - b))
    .prefault(USUAL.join(","))
    .meta({
      description: `Ages in days of 24 hours: any of ${AGES.join(", ")}, separated by commas.`,
    }),
  sorting: oneOf(["newest", "oldest", "most", "fewest"]).default("newest").meta({
    description: "By date of publication, or by plays and downloads at the age `sort_days`.",
  }),
  sort_days: age().optional().meta({
    description: "The age that `most` and `fewest` sort by. Default: the first of `days`.",
  }),
});

const count = z.int().nullable();
const atAge = z.object({
  days: z.int().meta({ description: "The age: the first n × 24 hours after publication." }),
  plays_count: count,
  downloads_count: count,
  total_count: count.meta({
    description:
      "Plays and downloads. The counts are null for imported episodes from before the first day of their show that was counted here.",
  }),
  is_complete: z.boolean().meta({
    description: "Whether the episode has reached this age; if not, the counts are those so far.",
  }),
});

const median = z.object({
  days: z.int(),
  episodes_count: z
    .int()
    .meta({ description: "Episodes of the scope that have reached this age." }),
  total_count: z
    .number()
    .nullable()
    .meta({ description: "The median of their `total_count`; null without such episodes." }),
});

export const agesPage = twoWayPageOf(
  z
    .object({
      episode_id: z.int(),
      show_id: z.int(),
      title: z.string(),
      published_at: z.string(),
      ages: z.array(atAge),
    })
    .meta({ id: "EpisodeAges" }),
).extend({
  medians: z
    .array(median)
    .meta({ description: "By age, of all episodes of the scope, not only of this page." }),
});
