/** Wire shape of an episode found by a tag (description "Episode summary"). */
import { z } from "zod";
import { episodeSummary } from "../episodes/schema.ts";

/** Has no picture; those belong to search results. */
export const taggedEpisode = episodeSummary
  .omit({ image_url: true, image_original_url: true, playback_url: true, download_url: true })
  .extend({ published_at: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." }) })
  .meta({ id: "TaggedEpisode" });
