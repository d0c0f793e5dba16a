/** Decides what a change of many episodes means for one of them; pure. */
import { invalid } from "../../../../platform/failure.ts";
import type { EpisodeRow } from "../store.ts";
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
] as const;

type Fields = Pick<EpisodeRow, (typeof FIELDS)[number]>;
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
