/** Converts rows of shows to API objects; pure. */
import type { z } from "zod";
import type { Locale } from "../../../platform/http/locale.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { publicUserView } from "../../people/users/views.ts";
import { imageUrls } from "../images/views.ts";
import { categoryView } from "../reference/views.ts";
import { USUAL_BREAKS } from "./rules.ts";
import type { showDetail, showListItem, showSummary } from "./schema.ts";
import type { ShowListRow, ShowRow } from "./store.ts";

type SummaryRow = Pick<
  ShowListRow,
  "show_id" | "title" | "author_id" | "square_key" | "upright_key"
>;

/** The parts of a request that a view depends on. */
export type ViewContext = Readonly<{ baseUrl: string; locale: Locale }>;

export const showSummaryView = (row: SummaryRow, baseUrl: string): z.infer<typeof showSummary> => ({
  show_id: row.show_id,
  title: row.title,
  site_url: `${baseUrl}/show/${row.show_id}`,
  ...imageUrls(row, baseUrl),
  author_id: row.author_id,
});

export const showListView = (
  row: ShowListRow,
  { baseUrl, locale }: ViewContext,
): z.infer<typeof showListItem> => ({
  ...showSummaryView(row, baseUrl),
  category_id: row.category_id,
  category_2_id: row.category_2_id,
  category_3_id: row.category_3_id,
  category: categoryView(row.category_id, locale),
  category_2: categoryView(row.category_2_id, locale),
  category_3: categoryView(row.category_3_id, locale),
});

/** The feed URL of the show whose page is at `site_url`. */
export const feedUrlOf = (site_url: string): string => `${site_url}/episodes/feed`;

/** The whole show; editors see the key of a LIMITED one. Plays are 0 until they are counted. */
export function showView(
  row: ShowRow,
  outlook: ViewContext,
  editor: boolean,
): z.infer<typeof showDetail> {
  const list = showListView(row, outlook);
  return {
    ...list,
    author: authorView(row, outlook.baseUrl),
    permalink: row.permalink,
    guid: row.guid,
    description: row.description,
    description_html: row.description_html,
    episode_description_footer_html: row.episode_description_footer_html,
    language: row.language,
    explicit: row.explicit,
    itunes_type: row.itunes_type,
    delivery_profile: row.delivery_profile,
    loudness_normalisation: row.loudness_normalisation,
    default_breaks: [...(row.default_breaks ?? USUAL_BREAKS)],
    episodes_sorting: row.episodes_sorting,
    visibility: row.visibility,
    email: row.email,
    website_url: row.website_url,
    socialnet1_url: row.socialnet1_url,
    socialnet1_page_id: row.socialnet1_page_id,
    socialnet1_page_name: row.socialnet1_page_name,
    socialnet2_name: row.socialnet2_name,
    voipchat_name: row.voipchat_name,
    sms_number: row.sms_number,
    tel_number: row.tel_number,
    owner_name: row.owner_name,
    author_name: row.author_name,
    copyright: row.copyright,
    last_episode_at: row.last_episode_at && wireTime(row.last_episode_at),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    listenable_episodes_count: row.listenable_episodes_count,
    editable_episodes_count: row.editable_episodes_count,
    episodes_count: row.listenable_episodes_count,
    followers_count: row.followers_count,
    plays_count: row.plays_count ?? 0,
    likes_count: row.likes_count,
    feed_url: feedUrlOf(list.site_url),
    ...editorView(row, list.site_url, editor),
  };
}

const authorView = (row: ShowRow, baseUrl: string) =>
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

function editorView(row: ShowRow, siteUrl: string, editor: boolean) {
  if (!editor) return { limited_key: undefined };
  const key = row.visibility === "LIMITED" ? row.limited_key : null;
  return {
    limited_key: key,
    limited_url: key && `${siteUrl}?key=${key}`,
    timezone: row.timezone,
    image_error: row.image_id === null ? row.image_error : null,
  };
}
