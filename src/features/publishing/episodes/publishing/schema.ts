/** Parameters of the routes that create and change episodes (contract §5). */
import { z } from "zod";
import { clearableUrl, webAddress } from "../../../../platform/http/addressparams.ts";
import { commaList } from "../../../../platform/http/listparams.ts";
import {
  boolean,
  clearableInteger,
  clearableMoment,
  clearableNumber,
  description,
  descriptionHtml,
  id,
  line,
  oneOf,
} from "../../../../platform/http/params.ts";
import { imageParams } from "../../images/schema.ts";
import { permalink } from "../../shows/schema.ts";
import { chapterList } from "../chapters/schema.ts";

const INT4 = 2 ** 31 - 1;
const title = () => line({ min: 1, max: 140 });
const place = (degrees: number) => clearableNumber({ min: -degrees, max: degrees }).optional();

const tags = commaList(line({ min: 1, max: 60 }), { max: 20 }).meta({
  description: "A list, or values separated by commas; at most 20.",
});

/** The URL of the audio, if it is not sent with the form. */
const mediaUrl = webAddress().meta({
  description:
    "URL of the audio, instead of `media_file`. With `type=EXTERNAL`, which requires it, the audio is played from this URL; otherwise it is fetched and encoded.",
});

/** Every parameter of a write, all optional. */
export const episodeParams = z.object({
  title: title().optional(),
  show_id: id()
    .optional()
    .meta({ description: "Moves the episode to another show that you can edit." }),
  type: oneOf(["RECORDED", "EXTERNAL"]).optional(),
  media_url: mediaUrl.optional(),
  upload_id: line({ max: 100 })
    .optional()
    .meta({ description: "One of your finished resumable uploads, instead of `media_file`." }),
  description: description().optional(),
  description_html: descriptionHtml().optional(),
  tags: tags.optional(),
  explicit: boolean().optional(),
  download_enabled: boolean().optional(),
  hidden: boolean().optional(),
  visibility: oneOf(["PUBLIC", "LIMITED", "PRIVATE"]).optional(),
  limited_key: oneOf(["reset"]).optional().meta({ description: "`reset` creates a new key." }),
  permalink: permalink().optional(),
  auto_published_at: clearableMoment().optional().meta({
    description:
      "When to publish the episode. A past time publishes it at once; an empty string leaves it unpublished.",
  }),
  published_at: clearableMoment()
    .optional()
    .meta({ description: "A past time, to backdate the episode." }),
  chapters: chapterList.optional(),
  season_number: clearableInteger({ max: INT4 }).optional(),
  episode_number: clearableInteger({ max: INT4 }).optional(),
  season_episode_type: oneOf(["FULL", "TRAILER", "BONUS"]).optional(),
  rss_guid: line({ min: 1, max: 500 }).optional(),
  episode_link: clearableUrl().optional(),
  location_latitude: place(90),
  location_longitude: place(180),
  ai_generated: boolean().optional(),
  ...imageParams,
});

export type EpisodeParams = z.infer<typeof episodeParams>;

/** The parameters of a draft: all except audio. */
export const draftParams = episodeParams
  .omit({ type: true, media_url: true, upload_id: true })
  .extend({ title: title(), show_id: id() });

/** The parameters of an upload; the audio is sent as `media_file`, `upload_id` or `media_url`. */
export const uploadParams = episodeParams.omit({ show_id: true }).extend({ title: title() });
