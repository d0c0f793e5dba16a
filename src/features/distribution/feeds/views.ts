/** Converts feed settings and the files linked from feeds to API objects; pure. */
import type { z } from "zod";
import type { feedMetadata } from "./schema.ts";
import type { ChapterRow, FeedSettings } from "./store.ts";

export const metadataView = (settings: FeedSettings): z.infer<typeof feedMetadata> => ({
  show_id: settings.show_id,
  mode: settings.mode as "AUTO",
  prepend_url: settings.prepend_url,
  redirect_url: settings.redirect_url,
  show_email: settings.show_email,
  item_limit: settings.item_limit,
});

/** A chapters file (Podcasting 2.0, JSON chapters 1.2.0): times in seconds of the audio without ads. */
export const chaptersFile = (rows: readonly ChapterRow[], baseUrl: string) => ({
  version: "1.2.0",
  chapters: rows.map(({ starts_at, title, external_url, square_key }) => ({
    startTime: starts_at / 1000,
    title,
    ...(external_url === null ? {} : { url: external_url }),
    ...(square_key === null ? {} : { img: `${baseUrl}/media/${square_key}` }),
  })),
});
