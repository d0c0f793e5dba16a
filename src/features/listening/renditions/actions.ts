/** Renditions as they are served: read from the database, then cached. */
import { LRUCache } from "lru-cache";
import type { Deps } from "../../../deps.ts";
import {
  type RepresentationHeaders,
  representationHeadersOf,
} from "../../../platform/http/bytes.ts";
import type { Rendition } from "../../../platform/media/segments.ts";
import { cacheCounts } from "../../../platform/metrics/caches.ts";
import { segmentsOf } from "./rules.ts";
import type { Manifest } from "./schema.ts";
import { findManifest, type StoredManifest, touchRendition } from "./store.ts";

/** A rendition with its episode and the episode's details for its head. */
export type Served = Rendition &
  Readonly<{
    episode_id: number;
    headers: RepresentationHeaders;
    /** Whether it contains ads. */
    isStitched: boolean;
  }>;

export type Renditions = Readonly<{
  /** The rendition with this hex digest; null if there is none. */
  find(digest: string): Promise<Served | null>;
  /** The same from the cache only: null also if it is not cached. */
  peek(digest: string): Served | null;
}>;

/** Size of the cached heads and lists of parts, in bytes. */
const MOST_BYTES = 32 * 2 ** 20;
/** Approximate size of a rendition's objects, in addition to its head. */
const OWN_BYTES = 2048;
/** After this, it is read again, which also records that it is in use. */
const REMEMBERED_MS = 12 * 3_600_000;

type Cached = Readonly<{ served: Served; until: number; bytes: number }>;

export function openRenditions(deps: Pick<Deps, "db" | "clock" | "measures">): Renditions {
  const { db, clock } = deps;
  const counts = cacheCounts(deps.measures, "renditions");
  const cached = new LRUCache<string, Cached>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const peek = (digest: string): Served | null => {
    const found = cached.get(digest);
    if (found === undefined) return null;
    if (found.until >= clock().getTime()) {
      counts.hits.value += 1;
      return found.served;
    }
    cached.delete(digest);
    return null;
  };
  const keep = (row: StoredManifest): Served => {
    const served = servedOf(row, row.created_at);
    const until = clock().getTime() + REMEMBERED_MS;
    cached.set(row.digest, { served, until, bytes: row.head.length + OWN_BYTES });
    return served;
  };
  return {
    peek,
    async find(digest) {
      const known = peek(digest);
      if (known !== null) return known;
      counts.misses.value += 1;
      const row = await findManifest(db, digest);
      if (row === undefined) return null;
      await touchRendition(db, digest, clock());
      return keep(row);
    },
  };
}

const servedOf = (manifest: Manifest, modifiedAt: Date): Served => ({
  digest: manifest.digest,
  headers: representationHeadersOf({ digest: manifest.digest, modifiedAt }),
  episode_id: manifest.episode_id,
  contentType: "audio/mpeg",
  isStitched: manifest.parts.some(({ kind }) => kind === "ad"),
  segments: segmentsOf(manifest),
  bytes: manifest.bytes,
  modifiedAt,
});
