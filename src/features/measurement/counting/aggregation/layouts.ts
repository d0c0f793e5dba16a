/** The layouts of renditions, computed from their manifests; the latest ones are cached. */
import { LRUCache } from "lru-cache";
import type { Executor } from "../../../../platform/db/database.ts";
import { type Contents, findContents } from "../../../listening/renditions/store.ts";
import type { Layout, PlacedAd } from "./rules.ts";

/** Computes where the parts are in the rendition's bytes. */
function layoutOf({ parts, programme_bytes, bytes_per_minute: minute }: Contents): Layout {
  const programme: number[] = [];
  const ads: PlacedAd[] = [];
  let first = 0;
  parts.forEach((part, segment) => {
    const after = first + part.bytes;
    if (part.kind === "programme") programme.push(first, after);
    if (part.kind === "ad") {
      const { lineitem_id, campaign_id, team_id, creative_id } = part.ad;
      const price = BigInt(part.ad.price);
      const ad = { lineitem_id, campaign_id, team_id, creative_id, price };
      ads.push({ segment, first, after, ...ad });
    }
    first = after;
  });
  const isLong = minute > 0 && programme_bytes >= minute;
  return { bytes: first, programme, minute: isLong ? minute : null, ads };
}

export type Layouts = Readonly<{
  /** The layouts of those digests (hex) that exist. */
  load(db: Executor, digests: Iterable<string>): Promise<ReadonlyMap<string, Layout>>;
}>;

const KEPT = 20_000;

export function openLayouts(): Layouts {
  const cached = new LRUCache<string, Layout>({ max: KEPT });
  return {
    async load(db, digests) {
      const found = new Map<string, Layout>();
      const missing: string[] = [];
      for (const digest of digests) {
        const known = cached.get(digest);
        if (known === undefined) missing.push(digest);
        else found.set(digest, known);
      }
      for (const row of missing.length > 0 ? await findContents(db, missing) : []) {
        const layout = layoutOf(row);
        found.set(row.digest, layout);
        cached.set(row.digest, layout);
      }
      return found;
    },
  };
}
