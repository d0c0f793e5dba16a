/** Manifests of renditions, and the parts that `renditions.segments` stores. */
import { z } from "zod";
import type { MediaKey } from "../../../platform/media/key.ts";

const bytes = z.int().nonnegative();
const stored = { key: z.string(), start: bytes, bytes };

const stitchedAd = z.object({
  lineitem_id: z.int(),
  campaign_id: z.int(),
  team_id: z.int(),
  creative_id: z.int(),
  position: z.string(),
  break_at: z.number(),
  price: z.string().regex(/^\d+$/),
});

const part = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("head"), key: z.string().optional(), start: bytes.optional(), bytes }),
  z.object({ kind: z.literal("programme"), ...stored }),
  z.object({ kind: z.literal("ad"), ...stored, ad: stitchedAd }),
]);

/** The column `renditions.segments`, which every reader parses with this. */
export const partList = z.array(part);

/**
 * The details of an ad that are stored for the lifetime of its rendition: `break_at` is its position in the episode
 * without ads in ms, `price` the revenue of one delivery in 10⁻⁸ of the currency, as digits.
 */
export type StitchedAd = Readonly<z.infer<typeof stitchedAd>>;

/**
 * A part of a rendition: bytes of a stored file from `start` on. The bytes of the head are stored in the row and have
 * no `key`, except the cover inside it, which is a stored file shared by all renditions of an episode.
 */
export type Part = Readonly<z.infer<typeof part>>;

/** A whole file of the media store. */
export type Picture = Readonly<{ key: MediaKey; bytes: number }>;

export type Manifest = Readonly<{
  /** The digest in hex. */
  digest: string;
  episode_id: number;
  media_key: MediaKey;
  head: Buffer;
  parts: readonly Part[];
  bytes: number;
  programme_bytes: number;
  /** 0 if unknown. */
  bytes_per_minute: number;
}>;
