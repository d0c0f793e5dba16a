/** Aggregates any stretch of the load into rows of the rollups, as text for COPY. */
import {
  type NameCounter,
  openNameCounter,
  packHashes,
  packNames,
  sketchOf,
} from "../../src/features/measurement/statistics/packing.ts";
import { hourKey, SPANS } from "../../src/features/measurement/statistics/rules.ts";
import type { Day } from "../../src/platform/statistics/calendar.ts";
import {
  campaignOf,
  episodeOf,
  hourOf,
  isPlay,
  type Load,
  lineitemOf,
  listenerOf,
  lowerOf,
  namesOf,
  organizationOf,
  priceOf,
  SIZES,
  type Stretch,
  showOf,
  teamOf,
  upperOf,
  userOf,
} from "./events.ts";

/** A bucket of the rollups: a day, or a month by its first day. */
export type Bucket = Readonly<{ span: keyof typeof SPANS; start: Day; stretch: Stretch }>;

const none = (): number => 0;
const AD_LEVELS = [
  { size: SIZES.lineitems, parent: campaignOf },
  { size: SIZES.campaigns, parent: teamOf },
  { size: SIZES.teams, parent: none },
];
const AUDIENCE_LEVELS = [
  { size: SIZES.episodes, parent: showOf },
  { size: SIZES.shows, parent: userOf },
  { size: SIZES.users, parent: organizationOf },
  { size: SIZES.organizations, parent: none },
];

/** Rows of `ad_rollups`: level, id, span, start, parent_id, impressions, revenue. */
export function adRows({ span, start, stretch }: Bucket): string {
  let counts = new Float64Array(SIZES.lineitems + 1);
  for (let event = stretch.first; event < stretch.after; event += 1)
    counts[lineitemOf(event)] = (counts[lineitemOf(event)] ?? 0) + 1;
  let revenue = counts.map((count, lineitem) => count * priceOf(lineitem));
  const lines: string[] = [];
  for (const [level, { size, parent }] of AD_LEVELS.entries()) {
    const above = new Float64Array(size + 1);
    const aboveRevenue = new Float64Array(size + 1);
    for (let id = 1; id <= size; id += 1) {
      const [count = 0, money = 0] = [counts[id], revenue[id]];
      if (count === 0) continue;
      const over = parent(id);
      lines.push(`${level}\t${id}\t${SPANS[span]}\t${start}\t${over}\t${count}\t${money}\n`);
      above[over] = (above[over] ?? 0) + count;
      aboveRevenue[over] = (aboveRevenue[over] ?? 0) + money;
    }
    counts = above;
    revenue = aboveRevenue;
  }
  return lines.join("");
}

/** The plays of a stretch in columns. */
type Plays = Readonly<{
  length: number;
  episodes: Int32Array;
  played: Uint8Array;
  /** Four per play. */
  names: Uint8Array;
  hours: Uint8Array;
  hashes: BigInt64Array;
}>;

function playsOf(load: Load, { first, after }: Stretch): Plays {
  const length = after - first;
  const hashes = new BigInt64Array(length);
  // Halves of a hash in this machine's byte order: the lower one first.
  const halves = new Int32Array(hashes.buffer);
  const episodes = new Int32Array(length);
  const played = new Uint8Array(length);
  const names = new Uint8Array(4 * length);
  const hours = new Uint8Array(length);
  for (let place = 0; place < length; place += 1) {
    const event = first + place;
    const listener = listenerOf(event, load);
    halves[2 * place] = lowerOf(listener);
    halves[2 * place + 1] = upperOf(listener);
    episodes[place] = episodeOf(event);
    played[place] = isPlay(event) ? 1 : 0;
    names.set(namesOf(event), 4 * place);
    hours[place] = hourOf(event, load);
  }
  return { length, episodes, played, names, hours, hashes };
}

/** The indexes of plays sorted by id, and where those of each id begin. */
function groupBy(ids: Int32Array, size: number): { order: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(size + 2);
  for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  for (let id = 1; id < starts.length; id += 1)
    starts[id] = (starts[id] ?? 0) + (starts[id - 1] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(ids.length);
  for (const [place, id] of ids.entries()) {
    order[next[id] ?? 0] = place;
    next[id] = (next[id] ?? 0) + 1;
  }
  return { order, starts };
}

const hex = (bytes: Buffer): string => `\\\\x${bytes.toString("hex")}`;

type Counters = Readonly<{ names: NameCounter; hours: NameCounter }>;

/** Plays and downloads, the sketch's size and largest hash, names, the sketch and, of days, hours: the last seven columns. */
function describe(
  plays: Plays,
  members: Int32Array,
  ids: readonly number[],
  { names, hours }: Counters,
  isDay: boolean,
): string {
  const hashes = new BigInt64Array(members.length);
  let played = 0;
  for (const [at, place] of members.entries()) {
    played += plays.played[place] ?? 0;
    hashes[at] = plays.hashes[place] ?? 0n;
    for (let slot = 4 * place; slot < 4 * place + 4; slot += 1)
      names.add(ids[plays.names[slot] ?? 0] ?? 0, 1);
    if (isDay) hours.add(hourKey(plays.hours[place] ?? 0, plays.played[place] === 1), 1);
  }
  const sketch = sketchOf(hashes);
  const packed = [packNames(names), packHashes(sketch), packNames(hours)].map(hex).join("\t");
  return `${played}\t${members.length - played}\t${sketch.length}\t${sketch.at(-1)}\t${packed}`;
}

/**
 * Rows of `audience_rollups`, one level at a time: level, id, span, start, parent_id, plays, downloads, hashes,
 * largest, names, listeners, hours. `ids`: the ids of `NAMES` by index.
 */
export function* audienceRows(
  load: Load,
  { span, start, stretch }: Bucket,
  ids: readonly number[],
): Generator<string> {
  const plays = playsOf(load, stretch);
  const counters = { names: openNameCounter(), hours: openNameCounter() };
  let own = plays.episodes;
  for (const [level, { size, parent }] of AUDIENCE_LEVELS.entries()) {
    const { order, starts } = groupBy(own, size);
    const lines: string[] = [];
    for (let id = 1; id <= size; id += 1) {
      const members = order.subarray(starts[id], starts[id + 1]);
      if (members.length === 0) continue;
      const described = describe(plays, members, ids, counters, span === "day");
      lines.push(`${level}\t${id}\t${SPANS[span]}\t${start}\t${parent(id)}\t${described}\n`);
    }
    yield lines.join("");
    own = own.map(parent);
  }
}
