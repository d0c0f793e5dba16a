/** Decides what a change of many episodes means for one of them; pure. */
import { invalid } from "../../../platform/failure.ts";
import { requireWithin } from "../cuepoints/rules.ts";
import { type Cuepoint, MAX_CUEPOINTS } from "../cuepoints/schema.ts";
import type { Timed } from "../episodes/rules.ts";
import type { EpisodeRow } from "../episodes/store.ts";
import type { BulkOutcome, BulkParams } from "./schema.ts";

type Wanted = BulkParams["changes"];

/** As in single updates. */
const MAX_TAGS = 20;

/** The fields that a change of many episodes can change. */
const FIELDS = [
  "show_id",
  "tags",
  "visibility",
  "hidden",
  "explicit",
  "download_enabled",
  "season_number",
  "season_episode_type",
  "cuepoints",
] as const;

type Fields = Pick<EpisodeRow, Exclude<(typeof FIELDS)[number], "cuepoints">> &
  Readonly<{ cuepoints: Cuepoint[] }>;
type Wish = Readonly<{ [Field in keyof Fields]?: Fields[Field] | undefined }>;

/** The tags after the change; undefined if it does not mention them. Fails on `tags` if there are too many. */
export function tagsAfter(
  present: readonly string[],
  wanted: Wanted["tags"],
): string[] | undefined {
  if (wanted === undefined) return undefined;
  const { set, add = [], remove = [] } = wanted;
  const kept = set ?? present.filter((tag) => !isAmong(tag, remove));
  const tags = [...kept, ...add.filter((tag) => !isAmong(tag, kept))];
  if (tags.length > MAX_TAGS)
    throw invalid({ tags: `would have ${tags.length} entries; at most ${MAX_TAGS} are allowed` });
  return tags;
}

/**
 * The cuepoints after the change, in the order of their times; undefined if it does not mention them. Fails on
 * `cuepoints` if there are too many, if one is beyond the end, or if a percentage has no duration to be of.
 */
export function cuepointsAfter(
  episode: Timed,
  present: readonly Cuepoint[],
  wanted: Wanted["cuepoints"],
): Cuepoint[] | undefined {
  if (wanted === undefined) return undefined;
  const given = (wanted.set ?? wanted.add ?? []).map((point) => placed(episode, point));
  const all = wanted.set === undefined ? [...present, ...given] : given;
  const times = new Map(all.map((cuepoint) => [cuepoint.timecode, cuepoint]));
  const cuepoints = [...times.values()].sort((a, b) => a.timecode - b.timecode);
  if (cuepoints.length > MAX_CUEPOINTS)
    throw invalid({
      cuepoints: `would have ${cuepoints.length} entries; at most ${MAX_CUEPOINTS} are allowed`,
    });
  requireWithin(episode, given);
  return cuepoints;
}

type Point = Readonly<{
  timecode?: number | undefined;
  percent?: number | undefined;
  ads_max_count: number;
}>;

function placed({ duration }: Timed, { timecode, percent = 0, ads_max_count }: Point): Cuepoint {
  if (timecode !== undefined) return { timecode, ads_max_count };
  if (duration === 0 && percent > 0)
    throw invalid({ cuepoints: "has a percentage, which needs the duration of processed audio" });
  return { timecode: Math.round((duration * percent) / 100), ads_max_count };
}

/** Tags that differ only in case are one tag. */
const isAmong = (tag: string, list: readonly string[]): boolean =>
  list.some((other) => other.toLowerCase() === tag.toLowerCase());

/** The fields of `after` that differ from `before`. */
export function differences(before: Fields, after: Wish): BulkOutcome["changes"] {
  const changed = FIELDS.filter(
    (field) =>
      after[field] !== undefined && JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  );
  return Object.fromEntries(
    changed.map((field) => [field, { before: before[field], after: after[field] ?? null }]),
  );
}
