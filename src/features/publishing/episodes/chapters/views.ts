/** Converts rows of chapters to API objects; pure. */
import type { z } from "zod";
import { imageUrls } from "../../images/views.ts";
import type { chapter } from "./schema.ts";
import type { ChapterRow } from "./store.ts";

export const chapterView = (row: ChapterRow, baseUrl: string): z.infer<typeof chapter> => ({
  chapter_id: row.chapter_id,
  starts_at: row.starts_at,
  title: row.title,
  external_url: row.external_url,
  ...imageUrls(row, baseUrl),
});
