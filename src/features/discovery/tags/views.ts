/** Converts rows of tagged episodes to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import type { taggedEpisode } from "./schema.ts";
import type { TaggedRow } from "./store.ts";

export const taggedEpisodeView = (
  { waveform_key, ...row }: TaggedRow,
  baseUrl: string,
): z.infer<typeof taggedEpisode> => ({
  ...row,
  type: row.type,
  site_url: `${baseUrl}/episode/${row.episode_id}`,
  published_at: wireTime(row.published_at),
  waveform_url: waveform_key && `${baseUrl}/media/${waveform_key}`,
});
