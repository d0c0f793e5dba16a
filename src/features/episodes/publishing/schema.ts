/** Parameters of what makes and changes episodes (contract §5). */
import { z } from "zod";
import { clearableUrl, webAddress } from "../../../platform/http/addressparams.ts";
import { commaList } from "../../../platform/http/listparams.ts";
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
} from "../../../platform/http/params.ts";
import { imageParams } from "../../images/schema.ts";
import { permalink } from "../../shows/schema.ts";
import { chapterList } from "../chapters/schema.ts";

const INT4 = 2 ** 31 - 1;
const title = () => line({ min: 1, max: 140 });
const place = (degrees: number) => clearableNumber({ min: -degrees, max: degrees }).optional();

const tags = commaList(line({ min: 1, max: 60 }), { max: 20 }).meta({
  description: "A list, or joined by commas; at most 20.",
});

/** Where the audio is, when it does not come with the form. */
const mediaUrl = webAddress().meta({
  description:
    "Played from there with `type=EXTERNAL`, which requires it; else fetched and encoded. In place of `media_file`.",
});

/** Every parameter of a write, all optional. */
export const episodeParams = z.object({
  title: title().optional(),
  show_id: id().optional().meta({ description: "Another show that you may edit: moves it." }),
  type: oneOf(["RECORDED", "EXTERNAL"]).optional(),
  media_url: mediaUrl.optional(),
  upload_id: line({ max: 100 })
    .optional()
    .meta({ description: "A finished resumable upload of yours, in place of `media_file`." }),
  description: description().optional(),
  description_html: descriptionHtml().optional(),
  tags: tags.optional(),
  explicit: boolean().optional(),
  download_enabled: boolean().optional(),
  hidden: boolean().optional(),
  visibility: oneOf(["PUBLIC", "LIMITED", "PRIVATE"]).optional(),
  limited_key: oneOf(["reset"]).optional().meta({ description: "`reset` makes a new key." }),
  permalink: permalink().optional(),
  auto_published_at: clearableMoment().optional().meta({
    description: "When it appears; a past time publishes it at once, an empty one not at all.",
  }),
  published_at: clearableMoment().optional().meta({ description: "A past time: back-dating." }),
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

/** What a draft takes: everything but audio. */
export const draftParams = episodeParams
  .omit({ type: true, media_url: true, upload_id: true })
  .extend({ title: title(), show_id: id() });

/** What an upload takes; the audio comes as `media_file`, `upload_id` or `media_url`. */
export const uploadParams = episodeParams.omit({ show_id: true }).extend({ title: title() });
