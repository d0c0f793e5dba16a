/** Folds a batch of records into what one listener got of one rendition in one window; pure. */

import type { Entry, Ranges } from "../journal/entry.ts";
import type { Exclusion } from "../schema.ts";
import { union } from "./ranges.ts";
import { deliveredAds, exclusionOf, isDownload, type Manifest, type PlacedAd } from "./rules.ts";

/** What decides about an entry beside itself. */
export type Setting = Readonly<{
  windowOf(entry: Entry): Readonly<{ listener: string; window_start: number }>;
  /** Rule 6: its address has had more downloads that day than people make. */
  isUnrealistic(entry: Entry): boolean;
}>;

/** What is unique of a delivery: whose it is, of what, and when. `window_start` is in ms since 1970. */
export type Key = Readonly<{
  /** Hex. */
  listener: string;
  episode_id: number;
  window_start: number;
  /** Hex; null: EXTERNAL. */
  digest: string | null;
}>;

/** One listener's share of one rendition in one window. */
export type Group = Key & {
  /** Hex; null where many people share it. */
  address: string | null;
  sent: Ranges;
  requests: number;
  /** The latest record: what a download is known by. */
  latest: Entry;
};

/** `listener` is the key that it counts under: that of its window. */
export type Judged<E extends Entry = Entry> = Readonly<{
  entry: E;
  listener: string;
  exclusion: Exclusion | null;
}>;
export type Folded<E extends Entry> = Readonly<{
  judged: readonly Judged<E>[];
  groups: readonly Group[];
}>;

export function fold<E extends Entry>(entries: readonly E[], setting: Setting): Folded<E> {
  const groups = new Map<string, Group[]>();
  const judged = entries.map((entry) => {
    const exclusion = exclusionOf(entry) ?? (setting.isUnrealistic(entry) ? "unrealistic" : null);
    if (exclusion !== null) return { entry, listener: entry.listener, exclusion };
    const window = setting.windowOf(entry);
    add(groups, entry, window);
    return { entry, listener: window.listener, exclusion };
  });
  return { judged, groups: [...groups.values()].flat().sort(byKey) };
}

/** By the listener first: a key of all that is unique would have to be spelled for every record. */
function add(
  groups: Map<string, Group[]>,
  entry: Entry,
  { listener, window_start }: ReturnType<Setting["windowOf"]>,
): void {
  const { episode_id, digest, sent, address } = entry;
  const all = groups.get(listener);
  const group = all?.find(
    (one) =>
      one.episode_id === episode_id && one.window_start === window_start && one.digest === digest,
  );
  if (group === undefined) {
    const of = { listener, episode_id, window_start, digest };
    const first = { ...of, address, sent, requests: 1, latest: entry };
    if (all === undefined) groups.set(listener, [first]);
    else all.push(first);
    return;
  }
  group.sent = union(group.sent, sent);
  group.requests += 1;
  if (entry.at >= group.latest.at) group.latest = entry;
}

/** Everybody writes rows in this order, so that no two wait for each other in a circle. */
const byKey = (a: Group, b: Group): number =>
  compare(a.listener, b.listener) ||
  a.window_start - b.window_start ||
  a.episode_id - b.episode_id ||
  compare(a.digest ?? "", b.digest ?? "");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether it is a download, with the ads that were delivered in it. */
export type Verdict = Readonly<{ download: boolean; ads: readonly PlacedAd[] }>;

const NOTHING: Verdict = { download: false, ads: [] };
const REQUESTED: Verdict = { download: true, ads: [] };

/** Judges what was sent of a rendition. What lies elsewhere counts by request. */
export function judge(
  { digest }: Pick<Group, "digest">,
  sent: Ranges,
  manifests: ReadonlyMap<string, Manifest>,
): Verdict {
  if (digest === null) return REQUESTED;
  const manifest = manifests.get(digest);
  if (manifest === undefined || !isDownload(manifest, sent)) return NOTHING;
  return { download: true, ads: manifest.ads.length === 0 ? [] : deliveredAds(manifest, sent) };
}
