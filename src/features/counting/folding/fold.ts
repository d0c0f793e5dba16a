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

/** One listener's share of one rendition in one window. */
export type Group = {
  /** By which it is known: all that is unique of a delivery. */
  key: string;
  listener: string;
  /** Hex; null where many people share it. */
  address: string | null;
  episode_id: number;
  window_start: number;
  digest: string | null;
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
  const groups = new Map<string, Group>();
  const judged = entries.map((entry) => {
    const exclusion = exclusionOf(entry) ?? (setting.isUnrealistic(entry) ? "unrealistic" : null);
    if (exclusion !== null) return { entry, listener: entry.listener, exclusion };
    const window = setting.windowOf(entry);
    add(groups, entry, window);
    return { entry, listener: window.listener, exclusion };
  });
  return { judged, groups: [...groups.values()].sort(byKey) };
}

function add(
  groups: Map<string, Group>,
  entry: Entry,
  { listener, window_start }: ReturnType<Setting["windowOf"]>,
): void {
  const { episode_id, digest, sent, address } = entry;
  const key = `${listener} ${episode_id} ${window_start} ${digest ?? ""}`;
  const group = groups.get(key);
  if (group === undefined) {
    const first = { key, listener, address, episode_id, window_start, digest, sent, requests: 1 };
    groups.set(key, { ...first, latest: entry });
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
