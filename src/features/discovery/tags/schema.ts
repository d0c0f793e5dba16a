/** API schema of an episode found by a tag (description "Episode summary"). */
import { z } from "zod";
import { episodeSummary } from "../../publishing/episodes/schema.ts";

/** Without images, which only search results have. */
export const taggedEpisode = episodeSummary
  .omit({ image_url: true, image_original_url: true, playback_url: true, download_url: true })
  .extend({ published_at: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." }) })
  .meta({ id: "TaggedEpisode" });
