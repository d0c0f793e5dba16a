/** API schemas and parameters of chapters (contract §5). */
import { z } from "zod";
import { clearableUrl } from "../../../../platform/http/addressparams.ts";
import { arrayOf, record, structure } from "../../../../platform/http/listparams.ts";
import { id, integer, line } from "../../../../platform/http/params.ts";
import { imageParams } from "../../images/schema.ts";

export const chapter = z
  .object({
    chapter_id: z.int(),
    starts_at: z.int().meta({ description: "In milliseconds from the beginning." }),
    title: z.string(),
    external_url: z.string().nullable(),
    image_url: z.string().nullable(),
    image_original_url: z.string().nullable(),
  })
  .meta({ id: "Chapter" });

const INT4 = 2 ** 31 - 1;
/** A higher limit would make pages and feeds of megabytes; a chapter every 20 seconds for five hours stays below it. */
export const MAX_CHAPTERS = 1000;

const startsAt = () =>
  integer({ max: INT4 }).meta({
    description:
      "Milliseconds from the beginning, before the end of the audio. Any value while the episode has no audio.",
  });
const title = () => line({ min: 1, max: 120 });

const plain = { starts_at: startsAt(), title: title(), external_url: clearableUrl().optional() };

export const newChapterParams = z.object({ ...plain, ...imageParams });

export const chapterParams = newChapterParams.partial().extend({
  image_file: line({ max: 6 })
    .refine((word) => word === "remove" || word === "", {
      error: "must be an image file or “remove”",
    })
    .optional()
    .meta({ description: "An image, or the word `remove` to remove the present one." }),
});

export type NewChapterParams = z.infer<typeof newChapterParams>;
export type ChapterParams = z.infer<typeof chapterParams>;

const noPicture = () =>
  z.null({ error: "cannot be set in a list; send image_file to the chapter instead" }).optional();

/** A chapter in a list; it accepts what the API returned. */
const listedChapter = record({
  ...plain,
  external_url: clearableUrl().default(null),
  chapter_id: id().optional().meta({ description: "Ignored: all chapters are created again." }),
  image_url: noPicture(),
  image_original_url: noPicture(),
}).transform(({ starts_at, title, external_url }) => ({ starts_at, title, external_url }));

/** All chapters of an episode at once, as a parameter of the episode. */
export const chapterList = structure(
  arrayOf(listedChapter, {
    max: MAX_CHAPTERS,
    error: "must be a list of {starts_at, title, external_url}",
  }).refine((all) => new Set(all.map(({ starts_at }) => starts_at)).size === all.length, {
    error: "must not contain two chapters with the same starts_at",
  }),
).meta({ description: "Replaces all chapters. A list, or the same as JSON text." });
