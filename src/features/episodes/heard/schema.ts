/** Naming a rendition, so that moments are told as they are heard in it. */
import { z } from "zod";
import type { Timeline } from "../../../platform/audio/timeline.ts";

/** Looks up a rendition by its digest in hex; null when there is none. Given by app.ts. */
export type FindTimeline = (
  digest: string,
) => Promise<Readonly<{ episode_id: number; timeline: Timeline }> | null>;

/** `r` of a query. */
export const renditionParam = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, { error: "must be the digest in the address of a rendition" })
  .optional()
  .meta({
    description:
      "The digest in the address of a rendition of this episode (`/media/r/<digest>/…`): times are then those of that rendition, ads included. The answer repeats it as `X-Rendition`.",
  });
