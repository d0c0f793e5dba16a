/** Aggregates a batch of records by listener, rendition and window; pure. */

import type { Entry, Ranges } from "../journal/entry.ts";
import type { Exclusion } from "../schema.ts";
import { union } from "./ranges.ts";
import { deliveredAds, exclusionOf, isDownload, type Layout, type PlacedAd } from "./rules.ts";

/** The context in which an entry is judged. */
export type AggregationContext = Readonly<{
  windowOf(entry: Entry): Readonly<{ listener: string; window_start: number }>;
  /** Rule 6: its address has more downloads on that day than a person makes. */
  isUnrealistic(entry: Entry): boolean;
}>;

/** The unique key of a delivery: listener, episode, rendition and window. `window_start` is in ms since 1970. */
export type Key = Readonly<{
  /** Hex. */
  listener: string;
  episode_id: number;
  window_start: number;
  /** Hex; null: EXTERNAL. */
  digest: string | null;
}>;

/** The deliveries of one rendition to one listener in one window. */
export type Group = Key & {
  /** Hex; null if many people share it. */
  address: string | null;
  sent: Ranges;
  requests: number;
  /** The latest record, which provides the download's attributes. */
  latest: Entry;
};

/** `listener` is the key that the entry counts under, which is that of its window. */
export type ClassifiedEntry<E extends Entry = Entry> = Readonly<{
  entry: E;
  listener: string;
  exclusion: Exclusion | null;
}>;
export type Aggregated<E extends Entry> = Readonly<{
  judged: readonly ClassifiedEntry<E>[];
  groups: readonly Group[];
}>;

export function aggregate<E extends Entry>(
  entries: readonly E[],
  setting: AggregationContext,
): Aggregated<E> {
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

/** Looks up by listener first: a combined key would have to be built as text for every record. */
function add(
  groups: Map<string, Group[]>,
  entry: Entry,
  { listener, window_start }: ReturnType<AggregationContext["windowOf"]>,
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

/** All processes write rows in this order, so that they never deadlock. */
const byKey = (a: Group, b: Group): number =>
  compare(a.listener, b.listener) ||
  a.window_start - b.window_start ||
  a.episode_id - b.episode_id ||
  compare(a.digest ?? "", b.digest ?? "");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether it is a download, and the ads delivered in it. */
export type DownloadVerdict = Readonly<{ download: boolean; ads: readonly PlacedAd[] }>;

/** A delivery that existed before, with its present state. */
export type Merged = Readonly<{
  sent: Ranges;
  before: Ranges;
  requests: number;
  counted: boolean;
}>;

/** A group and its verdict. */
export type Outcome = Readonly<{
  group: Group;
  verdict: DownloadVerdict;
  /** The merged state of all its requests; null: this batch contains all of them. */
  merged: Merged | null;
}>;

const NOTHING: DownloadVerdict = { download: false, ads: [] };
const REQUESTED: DownloadVerdict = { download: true, ads: [] };

/** Judges the bytes sent of a rendition. An EXTERNAL episode counts by request. */
export function judgeDownload(
  { digest }: Pick<Group, "digest">,
  sent: Ranges,
  layouts: ReadonlyMap<string, Layout>,
): DownloadVerdict {
  if (digest === null) return REQUESTED;
  const layout = layouts.get(digest);
  if (layout === undefined || !isDownload(layout, sent)) return NOTHING;
  return { download: true, ads: layout.ads.length === 0 ? [] : deliveredAds(layout, sent) };
}
