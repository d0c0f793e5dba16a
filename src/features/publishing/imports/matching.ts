/** Matches items with existing episodes, and computes what an import changes; pure. */
import { isDeepStrictEqual } from "node:util";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Episodes } from "../../../platform/db/rows.ts";
import { slugOf } from "../../../platform/text/plain.ts";
import type { EpisodeTags } from "../../distribution/feedtags/schema.ts";
import type { Link } from "../../distribution/feedtags/transcripts/store.ts";
import { derivedGuid } from "./guids.ts";
import type { MappedChapter, MappedItem } from "./items.ts";

/** The columns of an episode that an import compares. */
// biome-ignore format: a list of names
export const EPISODE_COLUMNS = [
  "episode_id", "rss_guid", "type", "published_at", "auto_published_at", "title", "description",
  "description_html", "duration", "explicit", "tags", "season_number", "episode_number",
  "season_episode_type", "episode_link", "import_image_url", "media_url", "media_type", "media_bytes",
  "source_url", "encoding_id", "encoding_status",
] as const satisfies (keyof Episodes)[];

export type KnownEpisode = Pick<Selectable<Episodes>, (typeof EPISODE_COLUMNS)[number]>;

export type Identified = { item: MappedItem; guid: string };

/**
 * Gives each item the GUID that its episode has or will have (contract §7). If several items share a GUID, the item
 * whose enclosure the known episode has keeps it, or else the first; the others get a GUID derived from GUID and
 * enclosure, which stays the same when the order of the feed changes.
 */
export function identify(
  items: readonly MappedItem[],
  known: ReadonlyMap<string, Pick<KnownEpisode, "media_url" | "source_url">>,
): Identified[] {
  const holders = new Map<string, MappedItem>();
  const derived = ({ guid, fields }: MappedItem) => derivedGuid(guid, fields.media_url);
  for (const [guid, group] of Map.groupBy(items, (item) => item.guid)) {
    const free = group.filter((item) => !known.has(derived(item)));
    const present = known.get(guid)?.media_url ?? known.get(guid)?.source_url;
    const holder = free.find(({ fields }) => fields.media_url === present) ?? free[0];
    if (holder !== undefined) holders.set(guid, holder);
  }
  return items.map((item) => ({
    item,
    guid: holders.get(item.guid) === item ? item.guid : derived(item),
  }));
}

export type Context = {
  now: Date;
  /** The date of an item without a usable date, minus one second per position in the feed. */
  base: Date;
  /** Whether audio is fetched and stored here instead of being linked. */
  copy: boolean;
  /** The show's value, for episodes without their own. */
  explicit: boolean | undefined;
};

type NewEpisode = Omit<Insertable<Episodes>, "show_id" | "author_id">;

export function newEpisode(
  { item, guid }: Identified,
  { now, base, explicit, copy }: Context,
): NewEpisode {
  const at = item.published ?? new Date(base.getTime() - item.place * 1000);
  return {
    ...defined({ explicit, ...defined(item.fields) }),
    title: item.fields.title,
    rss_guid: guid,
    permalink: slugOf(item.fields.title, "episode"),
    ...(copy ? COPIED : { type: "EXTERNAL" as const, encoding_status: "READY" as const }),
    ...(at > now ? { auto_published_at: at } : { published_at: at }),
  };
}

/** Published when its audio has been fetched: until then there is nothing to play. */
const COPIED = { type: "RECORDED" as const, media_url: null, media_type: null, media_bytes: null };

/**
 * Whether the episode's audio should be fetched: it is only linked so far, its URL changed since it was copied, or
 * copying failed. Audio uploaded here has no `source_url`, and stays.
 */
export function wantsCopy(known: KnownEpisode, { item }: Identified): boolean {
  if (known.source_url === null) return known.type === "EXTERNAL" && known.encoding_id === null;
  if (known.source_url !== item.fields.media_url) return true;
  return known.encoding_status === "ERROR";
}

/**
 * The columns in which the feed and the episode differ. Fields missing from the feed stay, and so does the audio of an
 * episode that has its own here.
 */
export function changesTo(
  known: KnownEpisode,
  { item }: Identified,
  { now, explicit }: Context,
): Updateable<Episodes> {
  const { media_url, media_type, media_bytes, duration, ...others } = item.fields;
  const linked = known.type === "EXTERNAL" ? { media_url, media_type, media_bytes, duration } : {};
  const dates = item.published === null ? {} : datesOf(known, item.published, now);
  return differing(known, { explicit, ...defined(others), ...linked, ...dates });
}

/** A published episode stays published, and an episode that an editor unscheduled stays unscheduled. */
function datesOf(known: KnownEpisode, at: Date, now: Date) {
  if (known.published_at !== null) return at > now ? {} : { published_at: at };
  if (known.auto_published_at === null) return {};
  return at > now ? { auto_published_at: at } : { published_at: at, auto_published_at: null };
}

/** The defined fields of `wanted` that differ from `present`. */
export function differing<T extends object>(present: object, wanted: T): Defined<T> {
  const now = present as Record<string, unknown>;
  const changed = Object.entries(defined(wanted)).filter(
    ([column, value]) => comparable(now[column]) !== comparable(value),
  );
  return Object.fromEntries(changed) as Defined<T>;
}

const comparable = (value: unknown): string => JSON.stringify(value) ?? "";

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined fields. */
export const defined = <T extends object>(given: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Defined<T>;

/** The parts of an episode that are stored outside its row. */
export type KnownParts = { chapters: MappedChapter[]; tags: EpisodeTags; transcripts: Link[] };

/**
 * The parts of an item that the feed contains and that differ from the known ones; null if there are none. Parts
 * missing from the feed stay.
 */
export function otherParts(item: MappedItem, known: KnownParts): Partial<KnownParts> | null {
  const tags = otherTags(known.tags, item.tags);
  const parts: Partial<KnownParts> = {
    ...(isOther(item.chapters, known.chapters) ? { chapters: item.chapters } : {}),
    ...(isOther(item.transcripts, known.transcripts) ? { transcripts: item.transcripts } : {}),
    ...(Object.keys(tags).length > 0 ? { tags } : {}),
  };
  return Object.keys(parts).length > 0 ? parts : null;
}

const isOther = (wanted: readonly object[], known: readonly object[]): boolean =>
  wanted.length > 0 && !isDeepStrictEqual(wanted, known);

/**
 * The tags that the feed contains and that differ from the known ones. PostgreSQL does not preserve the order of keys.
 */
export const otherTags = <T extends object>(known: T, wanted: T): T =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([noun, value]) => !isDeepStrictEqual(value, (known as Record<string, unknown>)[noun]),
    ),
  ) as T;
