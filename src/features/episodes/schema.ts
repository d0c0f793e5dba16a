/** Wire shapes and parameters of episodes (description "Episode summary", contract §5). */
import { z } from "zod";
import { lastIdPaging } from "../../platform/http/paging.ts";
import { oneOf, verbatim } from "../../platform/http/params.ts";
import { showSummary } from "../shows/schema.ts";
import { publicUser } from "../users/schema.ts";

const text = z.string();
const optionalText = z.string().nullable();
const optionalInt = z.int().nullable();
const time = z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." });

/** An episode inside the lists of a show's and a user's episodes. */
export const episodeSummary = z
  .object({
    episode_id: z.int(),
    type: z.enum(["DRAFT", "RECORDED", "EXTERNAL", "LIVE"]),
    title: text,
    duration: z.int().meta({ description: "Milliseconds." }),
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

/** What only those who may edit the episode get; left out for everyone else. */
const editorFields = z
  .object({
    encoding_error: optionalText,
    image_error: optionalText.meta({
      description: "Why the cover inside the audio file was not used.",
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

/** The key that opens what is LIMITED. */
export const keyParam = verbatim({ max: 200 })
  .optional()
  .meta({ description: "Key of a LIMITED show or episode." });

/** Query of both lists. */
export const episodesQuery = {
  filter: oneOf(["listenable", "editable"]).default("listenable"),
  sorting: oneOf(["newest", "oldest"]).optional(),
  ...lastIdPaging(),
};
