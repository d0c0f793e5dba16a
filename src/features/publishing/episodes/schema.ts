/** API schemas and parameters of episodes (description "Episode summary", contract §5). */
import { z } from "zod";
import { lastIdPaging } from "../../../platform/http/paging.ts";
import { oneOf, verbatim } from "../../../platform/http/params.ts";
import { publicUser } from "../../people/users/schema.ts";
import { showSummary } from "../shows/schema.ts";

const text = z.string();
const optionalText = z.string().nullable();
const optionalInt = z.int().nullable();
const time = z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." });

/** An episode in the lists of a show and of a user. */
export const episodeSummary = z
  .object({
    episode_id: z.int(),
    type: z.enum(["DRAFT", "RECORDED", "EXTERNAL", "LIVE"]),
    title: text,
    duration: z.int().meta({ description: "In milliseconds." }),
    explicit: z.boolean(),
    show_id: z.int(),
    author_id: z.int(),
    site_url: text,
    image_url: optionalText,
    image_original_url: optionalText,
    published_at: time.nullable(),
    download_enabled: z.boolean(),
    playback_url: text,
    download_url: text,
    waveform_url: optionalText,
  })
  .meta({ id: "EpisodeSummary" });

const counts = {
  plays_count: z.int(),
  plays_ondemand_count: z.int(),
  plays_live_count: z.int(),
  downloads_count: z.int(),
  likes_count: z.int(),
  messages_count: z.int(),
  chapters_count: z.int(),
};

/** Fields that only editors of the episode receive. */
const editorFields = z
  .object({
    encoding_error: optionalText,
    image_error: optionalText.meta({
      description: "The reason why the cover embedded in the audio file was not used.",
    }),
    media_url: optionalText.meta({
      description: "The URL that an episode of the type `EXTERNAL` is played from.",
    }),
    encoding_progress: z.int().meta({ description: "0 to 100." }),
    limited_key: optionalText,
    limited_url: optionalText,
  })
  .partial();

export const episodeDetail = episodeSummary
  .extend({
    description: text,
    description_html: text,
    hidden: z.boolean(),
    visibility: z.enum(["PUBLIC", "LIMITED", "PRIVATE"]),
    show: showSummary,
    author: publicUser,
    permalink: text,
    image_medium_url: optionalText,
    auto_published_at: time.nullable(),
    encoding_status: z.enum(["PENDING", "PROCESSING", "READY", "ERROR"]),
    tags: z.array(text),
    ...counts,
    season_number: optionalInt,
    episode_number: optionalInt,
    season_episode_type: z.enum(["FULL", "TRAILER", "BONUS"]),
    rss_guid: text,
    episode_link: optionalText,
    location_latitude: z.number().nullable(),
    location_longitude: z.number().nullable(),
    ai_generated: z.boolean(),
    created_at: time,
    updated_at: time,
    ...editorFields.shape,
  })
  .meta({ id: "Episode" });

/** The key that opens LIMITED shows and episodes. */
export const keyParam = verbatim({ max: 200 })
  .optional()
  .meta({ description: "Key of a show or episode with limited access (`LIMITED`)." });

/** Query parameters of both lists. */
export const episodesQuery = {
  filter: oneOf(["listenable", "editable"]).default("listenable").meta({
    description:
      "`listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not.",
  }),
  sorting: oneOf(["newest", "oldest"]).optional().meta({ description: "By date of publication." }),
  ...lastIdPaging(),
};
