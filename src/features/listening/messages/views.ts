/** Converts rows of messages to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import type { message } from "./schema.ts";
import type { MessageRow } from "./store.ts";

export function messageView(row: MessageRow, baseUrl: string): z.infer<typeof message> {
  const { image_url, image_original_url } = imageUrls(row, baseUrl);
  return {
    message_id: row.message_id,
    episode_id: row.episode_id,
    text: row.text,
    created_at: wireTime(row.created_at),
    author_id: row.author_id,
    author_username: row.author_username,
    author_fullname: row.author_fullname,
    author_site_url: `${baseUrl}/user/${row.author_id}`,
    author_image_url: image_url,
    author_image_original_url: image_original_url,
    author_is_owner: row.author_id === row.episode_author_id,
    reply_to_id: row.reply_to_id,
    app_name: row.app_name,
    app_url: siteOf(row.app_redirect_uris ?? []),
  };
}

/** The website of an app, as far as known: the origin of its first https redirect URI. */
function siteOf(redirectUris: string[]): string | null {
  const address = redirectUris.find((uri) => uri.startsWith("https://"));
  return address === undefined ? null : new URL(address).origin;
}
