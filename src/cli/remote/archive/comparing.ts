/** Which parts of a record differ between an archive and a server; pure. */
import type { Fields } from "../fields.ts";
import { type EpisodeRecord, isSame, type OrganizationRecord, type ShowRecord } from "./format.ts";

/** The fields of `wanted` that `stored` has otherwise. */
export const changedFields = (wanted: Fields, stored: Fields): Fields =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isSame(value, stored[name] ?? null)),
  );

const namesIn = (part: string, wanted: Fields, stored: Fields): string[] =>
  Object.keys(changedFields(wanted, stored)).map((name) => `${part}.${name}`);

/** The parts of an organization that differ. */
export const organizationDifferences = (
  wanted: OrganizationRecord,
  stored: OrganizationRecord,
): string[] => [
  ...namesIn("fields", wanted.fields, stored.fields),
  ...(isSame(wanted.image, stored.image) ? [] : ["image"]),
];

/** The parts of a show that differ, such as `fields.title` or `image`. */
export const showDifferences = (wanted: ShowRecord, stored: ShowRecord): string[] => [
  ...namesIn("fields", wanted.fields, stored.fields),
  ...namesIn("feed", wanted.feed, stored.feed),
  ...namesIn("tags", wanted.tags, stored.tags),
  ...(isSame(wanted.image, stored.image) ? [] : ["image"]),
];

const PARTS = [
  "audio",
  "image",
  "chapters",
  "cuepoints",
  "transcripts",
  "published_at",
  "auto_published_at",
] as const;

/** The same of an episode. */
export const episodeDifferences = (wanted: EpisodeRecord, stored: EpisodeRecord): string[] => [
  ...namesIn("fields", wanted.fields, stored.fields),
  ...namesIn("tags", wanted.tags, stored.tags),
  ...PARTS.filter((part) => !isSame(wanted[part], stored[part])),
];

/**
 * The episode as it is wanted at `now`, as times of the API: what was scheduled for a time that has passed was published
 * then. Without audio nothing can be published, so it waits.
 */
export function dueAt(episode: EpisodeRecord, now: string): EpisodeRecord {
  const { auto_published_at: at, audio } = episode;
  if (at === null || at > now) return episode;
  return { ...episode, auto_published_at: null, published_at: audio === null ? null : at };
}
