/** Loads the manifests of renditions that counting needs, and caches the latest ones. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Manifest, PlacedAd } from "./rules.ts";
import { findManifests } from "./store.ts";

const segments = z.array(
  z.object({
    kind: z.enum(["head", "programme", "ad"]),
    bytes: z.int().nonnegative(),
    ad: z
      .object({
        lineitem_id: z.int(),
        campaign_id: z.int(),
        team_id: z.int(),
        creative_id: z.int(),
        price: z.union([z.string().regex(/^\d+$/), z.int().nonnegative().transform(String)]),
      })
      .nullish(),
  }),
);

type RenditionRow = Readonly<{
  digest: Buffer;
  segments: unknown;
  programme_bytes: number;
  bytes_per_minute: number;
}>;

/** Computes the byte positions of the segments. */
function manifestOf(row: RenditionRow): Manifest {
  const programme: number[] = [];
  const ads: PlacedAd[] = [];
  let first = 0;
  segments.parse(row.segments).forEach(({ kind, bytes, ad }, segment) => {
    const after = first + bytes;
    if (kind === "programme") programme.push(first, after);
    if (kind === "ad" && ad) ads.push({ segment, first, after, ...ad });
    first = after;
  });
  const { bytes_per_minute: minute, programme_bytes } = row;
  const long = minute > 0 && programme_bytes >= minute;
  return { bytes: first, programme, minute: long ? minute : null, ads };
}

export type Manifests = Readonly<{
  /** The manifests of those digests (hex) that exist. */
  load(db: Executor, digests: Iterable<string>): Promise<ReadonlyMap<string, Manifest>>;
}>;

const KEPT = 20_000;

export function openManifests(): Manifests {
  let young = new Map<string, Manifest>();
  let old = new Map<string, Manifest>();
  return {
    async load(db, digests) {
      const found = new Map<string, Manifest>();
      const missing: string[] = [];
      for (const digest of digests) {
        const known = young.get(digest) ?? old.get(digest);
        if (known === undefined) missing.push(digest);
        else found.set(digest, known);
      }
      for (const row of missing.length > 0 ? await findManifests(db, missing) : [])
        found.set(row.digest.toString("hex"), manifestOf(row));
      if (young.size > KEPT) [old, young] = [young, new Map()];
      for (const [digest, manifest] of found) young.set(digest, manifest);
      return found;
    },
  };
}
