/** API schemas and parameters of changes to many episodes at once. */
import { z } from "zod";
import { commaList, listOf, record, structure } from "../../../platform/http/listparams.ts";
import { boolean, id, integer } from "../../../platform/http/params.ts";
import { cuepoint, givenCuepoint, MAX_CUEPOINTS } from "../cuepoints/schema.ts";
import { episodeParams } from "../episodes/publishing/schema.ts";

/** Episodes in one request. */
const MAX_EPISODES = 200;

const tagList = episodeParams.shape.tags;
const { visibility, hidden, explicit, download_enabled, season_number, season_episode_type } =
  episodeParams.shape;

const ids = commaList(id(), { min: 1, max: MAX_EPISODES })
  .refine((list) => new Set(list).size === list.length, {
    error: "must name each episode only once",
  })
  .meta({ description: `The ids of 1 to ${MAX_EPISODES} episodes.` });

const tags = record({ set: tagList, add: tagList, remove: tagList })
  .refine(({ set, add, remove }) => set === undefined || (add ?? remove) === undefined, {
    error: "can have set, or add and remove, but not both",
  })
  .optional()
  .meta({ description: "`set` replaces all tags; `add` and `remove` change single ones." });

const point = record({
  ...givenCuepoint,
  timecode: givenCuepoint.timecode.optional(),
  percent: integer({ max: 100 }).optional().meta({
    description: "Instead of `timecode`: 0 is before the programme, 50 its middle, 100 after it.",
  }),
})
  .refine(({ timecode, percent }) => (timecode === undefined) !== (percent === undefined), {
    error: "must have either timecode or percent",
  })
  .meta({ id: "BulkCuepoint" });

const points = listOf(point, { max: MAX_CUEPOINTS }).optional();

const cuepoints = structure(
  record({ set: points, add: points }).refine(
    ({ set, add }) => (set === undefined) !== (add === undefined),
    { error: "must have either set or add" },
  ),
)
  .optional()
  .meta({
    description:
      "`set` replaces all cuepoints, with none if it is empty; `add` keeps the others and replaces those at the same time.",
  });

const changes = structure(
  record({
    cuepoints,
    tags,
    visibility,
    hidden,
    explicit,
    download_enabled,
    season_number,
    season_episode_type,
    show_id: episodeParams.shape.show_id,
  }).refine((wanted) => Object.values(wanted).some((value) => value !== undefined), {
    error: "must have at least one field",
  }),
).meta({ description: "The fields to change in each episode, as in “Update an episode”." });

export const bulkParams = z.object({
  ids,
  changes,
  dry_run: boolean().default(false).meta({
    description: "Checks everything and answers what would change, without changing it.",
  }),
});

export type BulkParams = z.infer<typeof bulkParams>;

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.array(cuepoint),
  z.null(),
]);

export const bulkOutcome = z
  .object({
    episode_id: z.int(),
    changes: z
      .record(z.string(), z.object({ before: value, after: value }))
      .meta({ description: "Only fields that differ; empty if nothing does." }),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: "Why the episode cannot be changed. Only in a dry run." }),
  })
  .meta({ id: "BulkOutcome" });

export type BulkOutcome = z.infer<typeof bulkOutcome>;
