/** The parameter that names a rendition, so that times are playback positions in it. */
import { z } from "zod";
import type { Timeline } from "../../../../platform/audio/timeline.ts";

/** Looks up a rendition by its hex digest, or returns null. */
export type FindTimeline = (
  digest: string,
) => Promise<Readonly<{ episode_id: number; timeline: Timeline }> | null>;

/** What routes with the parameter `r` need; playback implements it. */
export type TimelineFinder = Readonly<{ findTimeline: FindTimeline }>;

/** The query parameter `r`. */
export const renditionParam = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, { error: "must be the digest in the URL of a rendition" })
  .optional()
  .meta({
    description:
      "The digest in the URL of a rendition of this episode (`/media/r/<digest>/…`): times are then those of that rendition, ads included. The answer repeats it in `X-Rendition`.",
  });
