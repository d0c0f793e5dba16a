/** Renditions as they are served: read from the database, then cached. */
import type { Deps } from "../../../deps.ts";
import {
  type RepresentationHeaders,
  representationHeadersOf,
} from "../../../platform/http/bytes.ts";
import type { Rendition } from "../../../platform/media/segments.ts";
import { segmentsOf } from "./rules.ts";
import type { Manifest } from "./schema.ts";
import { findManifest, type StoredManifest, touchRendition } from "./store.ts";

/** A rendition with its episode and the episode's details for its head. */
export type Served = Rendition & Readonly<{ episode_id: number; told: RepresentationHeaders }>;

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

type Kept = Readonly<{ served: Served; until: number; bytes: number }>;

export function openRenditions(deps: Pick<Deps, "db" | "clock">): Renditions {
  const { db, clock } = deps;
  // In order of last use.
  const kept = new Map<string, Kept>();
  let total = 0;
  const drop = (digest: string) => {
    total -= kept.get(digest)?.bytes ?? 0;
    kept.delete(digest);
  };
  const peek = (digest: string): Served | null => {
    const found = kept.get(digest);
    if (found === undefined) return null;
    kept.delete(digest);
    if (found.until < clock().getTime()) {
      total -= found.bytes;
      return null;
    }
    kept.set(digest, found);
    return found.served;
  };
  const keep = (row: StoredManifest): Served => {
    const served = servedOf(row, row.created_at);
    drop(row.digest);
    const bytes = row.head.length + OWN_BYTES;
    kept.set(row.digest, { served, until: clock().getTime() + REMEMBERED_MS, bytes });
    total += bytes;
    for (const oldest of kept.keys()) {
      if (total <= MOST_BYTES) break;
      drop(oldest);
    }
    return served;
  };
  return {
    peek,
    async find(digest) {
      const known = peek(digest);
      if (known !== null) return known;
      const row = await findManifest(db, digest);
      if (row === undefined) return null;
      await touchRendition(db, digest, clock());
      return keep(row);
    },
  };
}

const servedOf = (manifest: Manifest, modifiedAt: Date): Served => ({
  digest: manifest.digest,
  told: representationHeadersOf({ digest: manifest.digest, modifiedAt }),
  episode_id: manifest.episode_id,
  contentType: "audio/mpeg",
  segments: segmentsOf(manifest),
  bytes: manifest.bytes,
  modifiedAt,
});
