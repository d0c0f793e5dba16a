/** Converts rows of episodes to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import { publicUserView } from "../../people/users/views.ts";
import { feedImageUrl, imageUrls } from "../images/views.ts";
import { showSummaryView } from "../shows/views.ts";
import type { EpisodeListRow } from "./lists/store.ts";
import type { episodeDetail, episodeSummary } from "./schema.ts";
import type { EpisodeRow } from "./store.ts";

type Summary = z.infer<typeof episodeSummary>;
type Detail = z.infer<typeof episodeDetail>;

/** An episode in a list. */
export function episodeSummaryView(row: EpisodeListRow, baseUrl: string): Summary {
  const media = `${baseUrl}/v2/episodes/${row.episode_id}`;
  return {
    episode_id: row.episode_id,
    type: row.type,
    title: row.title,
    duration: row.duration,
    explicit: row.explicit,
    show_id: row.show_id,
    author_id: row.author_id,
    site_url: `${baseUrl}/episode/${row.episode_id}`,
    ...imageUrls(row, baseUrl),
    published_at: row.published_at && wireTime(row.published_at),
    download_enabled: row.download_enabled,
    playback_url: `${media}/play.mp3`,
    download_url: `${media}/download.mp3`,
    waveform_url: row.waveform_key && `${baseUrl}/media/${row.waveform_key}`,
  };
}

/** The whole episode; an `editor` also gets its encoding state and its key. */
export function episodeView(row: EpisodeRow, baseUrl: string, editor: boolean): Detail {
  const summary = episodeSummaryView(row, baseUrl);
  return {
    ...summary,
    plays_count: row.plays_count ?? 0,
    plays_ondemand_count: row.plays_count ?? 0,
    // Live episodes do not exist yet.
    plays_live_count: 0,
    downloads_count: row.downloads_count ?? 0,
    description: row.description,
    description_html: row.description_html,
    hidden: row.hidden,
    visibility: row.visibility,
    show: episodeShowView(row, baseUrl),
    author: authorView(row, baseUrl),
    permalink: row.permalink,
    image_medium_url: feedImageUrl(row, baseUrl),
    auto_published_at: row.auto_published_at && wireTime(row.auto_published_at),
    encoding_status: row.encoding_status,
    tags: row.tags,
    likes_count: row.likes_count,
    messages_count: row.messages_count,
    chapters_count: row.chapters_count,
    season_number: row.season_number,
    episode_number: row.episode_number,
    season_episode_type: row.season_episode_type,
    rss_guid: row.rss_guid,
    episode_link: row.episode_link,
    location_latitude: row.location_latitude,
    location_longitude: row.location_longitude,
    ai_generated: row.ai_generated,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    ...(editor ? editorView(row, summary.site_url) : {}),
  };
}

/** The show that the episode is in. */
export const episodeShowView = (row: EpisodeRow, baseUrl: string) =>
  showSummaryView(
    {
      show_id: row.show_id,
      title: row.show_title,
      author_id: row.show_author_id,
      square_key: row.show_square_key,
      upright_key: row.show_upright_key,
    },
    baseUrl,
  );

const authorView = (row: EpisodeRow, baseUrl: string) =>
  publicUserView(
    {
      user_id: row.author_id,
      username: row.author_username,
      fullname: row.author_fullname,
      description: row.author_description,
      plan: row.author_plan,
      square_key: row.author_square_key,
      upright_key: row.author_upright_key,
      has_show: true,
    },
    baseUrl,
  );

function editorView({ encoding_status, encoding_error, ...row }: EpisodeRow, siteUrl: string) {
  const key = row.visibility === "LIMITED" ? row.limited_key : null;
  return {
    encoding_error,
    image_error: row.image_id === null ? row.image_error : null,
    media_url: row.type === "EXTERNAL" ? row.media_url : null,
    encoding_progress: encoding_status === "READY" ? 100 : row.encoding_progress,
    limited_key: key,
    limited_url: key && `${siteUrl}?key=${key}`,
  };
}
