/** Reads and replaces feed tags, with the rights of their show or episode. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { requireEditableEpisode, requireVisibleEpisode } from "../../publishing/episodes/rights.ts";
import { findEpisode, lockEpisode, updateEpisode } from "../../publishing/episodes/store.ts";
import { requireEditableShow, requireVisibleShow } from "../../publishing/shows/rights.ts";
import { lockShow, updateShow } from "../../publishing/shows/store.ts";
import { findTag, saveEpisodeTags, saveShowTags, type Tag } from "./store.ts";

type Needs = Pick<Deps, "db">;
/** The value of a tag, and the revision of its show or episode. */
export type TagAnswer = { value: unknown; revision: number };

/** The value, for callers who may see the show or the episode; undefined if it was never set. */
export async function readTag(
  deps: Needs,
  caller: Caller | null,
  tag: Tag,
  key: string | undefined,
): Promise<TagAnswer> {
  const revision = await visibleRevision(deps, caller, tag, key);
  return { value: await findTag(deps.db, tag), revision };
}

async function visibleRevision(
  { db }: Needs,
  caller: Caller | null,
  { owner, id }: Pick<Tag, "owner" | "id">,
  key: string | undefined,
): Promise<number> {
  if (owner === "show") {
    const { show } = await requireVisibleShow(db, caller, id, key);
    return show.revision;
  }
  await requireVisibleEpisode(db, caller, id, key);
  const episode = await findEpisode(db, id);
  if (episode === undefined) throw notFound("episode");
  return episode.revision;
}

/** Replaces the value and increments the revision of the show or episode. */
export async function replaceTag(
  deps: Needs,
  caller: Caller,
  tag: Tag,
  value: unknown,
  ifMatch: IfMatch,
): Promise<TagAnswer> {
  const replace = tag.owner === "show" ? replaceShowTag : replaceEpisodeTag;
  await replace(deps, caller, tag, value, ifMatch);
  return readTag(deps, caller, tag, undefined);
}

async function replaceShowTag(
  { db }: Needs,
  caller: Caller,
  { id, noun }: Tag,
  value: unknown,
  ifMatch: IfMatch,
): Promise<void> {
  await requireEditableShow(db, caller, id);
  await db.transaction().execute(async (transaction) => {
    const present = await lockShow(transaction, id);
    if (present === undefined) throw notFound("show");
    requireRevision(ifMatch, present.revision);
    await saveShowTags(transaction, id, { [noun]: value });
    await updateShow(transaction, id, {});
  });
}

async function replaceEpisodeTag(
  { db }: Needs,
  caller: Caller,
  { id, noun }: Tag,
  value: unknown,
  ifMatch: IfMatch,
): Promise<void> {
  await requireEditableEpisode(db, caller, id);
  await db.transaction().execute(async (transaction) => {
    const present = await lockEpisode(transaction, id);
    if (present === undefined) throw notFound("episode");
    requireRevision(ifMatch, present.revision);
    await saveEpisodeTags(transaction, new Map([[id, { [noun]: value }]]));
    await updateEpisode(transaction, id, {});
  });
}
