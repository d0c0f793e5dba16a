/** Renditions as they are served: found in the database once, then at hand for a while. */
import type { Deps } from "../../deps.ts";
import { type Told, toldOf } from "../../platform/http/bytes.ts";
import type { Rendition } from "../../platform/media/segments.ts";
import { type Manifest, segmentsOf } from "./manifest.ts";
import { findManifest, type ManifestRow, touchRendition } from "./store.ts";

/** What stands at an address, and of which episode it is. */
export type Served = Rendition & Readonly<{ episode_id: number; told: Told }>;

export type Renditions = Readonly<{
  /** The one under a digest in hex; null when there is none. */
  find(digest: string): Promise<Served | null>;
  /** The same without waiting: null also when it is not at hand. */
  peek(digest: string): Served | null;
}>;

/** Heads and lists of parts that are kept at hand, in bytes. */
const MOST_BYTES = 32 * 2 ** 20;
/** About what the objects of a rendition take besides its head. */
const OWN_BYTES = 2048;
/** Then it is looked up again, which also tells the database that it is in use. */
const REMEMBERED_MS = 12 * 3_600_000;

type Kept = Readonly<{ served: Served; until: number; bytes: number }>;

export function openRenditions(deps: Pick<Deps, "db" | "clock">): Renditions {
  const { db, clock } = deps;
  // The one that was used last is the last.
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
  const keep = (row: ManifestRow): Served => {
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
  told: toldOf({ digest: manifest.digest, modifiedAt }),
  episode_id: manifest.episode_id,
  contentType: "audio/mpeg",
  segments: segmentsOf(manifest),
  bytes: manifest.bytes,
  modifiedAt,
});
