/** Reads and replaces what only feeds tell, with the rights of the show or episode it hangs on. */
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/failure.ts";
import { requireRevision } from "../../platform/http/caching.ts";
import type { IfMatch, Viewer } from "../../platform/http/route.ts";
import { findVisibleEpisode, requireEpisodeEditor } from "../episodes/rights.ts";
import { findEpisode, lockEpisode, updateEpisode } from "../episodes/store.ts";
import { editorRole, isOpenTo, requireEditor } from "../shows/rights.ts";
import { findShow, lockShow, updateShow } from "../shows/store.ts";
import { findTag, saveEpisodeTags, saveShowTags, type Tag } from "./store.ts";

type Needs = Pick<Deps, "db">;
/** A noun's value, and the revision of the record it belongs to. */
export type Told = { value: unknown; revision: number };

/** The value for who may see the show or the episode; undefined when nobody set it. */
export async function readTag(
  deps: Needs,
  viewer: Viewer | null,
  tag: Tag,
  key: string | undefined,
): Promise<Told> {
  const revision = await visibleRevision(deps, viewer, tag, key);
  return { value: await findTag(deps.db, tag), revision };
}

async function visibleRevision(
  { db }: Needs,
  viewer: Viewer | null,
  { owner, id }: Pick<Tag, "owner" | "id">,
  key: string | undefined,
): Promise<number> {
  if (owner === "show") {
    const show = await findShow(db, id);
    if (show === undefined) throw notFound("show");
    if (!isOpenTo(show, key) && (await editorRole(db, viewer, show)) === null)
      throw notFound("show");
    return show.revision;
  }
  await findVisibleEpisode(db, viewer, id, key);
  const episode = await findEpisode(db, id);
  if (episode === undefined) throw notFound("episode");
  return episode.revision;
}

/** Puts `value` in the place of what was there; the show's or episode's revision moves on. */
export async function replaceTag(
  deps: Needs,
  viewer: Viewer,
  tag: Tag,
  value: unknown,
  ifMatch: IfMatch,
): Promise<Told> {
  const replace = tag.owner === "show" ? replaceShowTag : replaceEpisodeTag;
  await replace(deps, viewer, tag, value, ifMatch);
  return readTag(deps, viewer, tag, undefined);
}

async function replaceShowTag(
  { db }: Needs,
  viewer: Viewer,
  { id, noun }: Tag,
  value: unknown,
  ifMatch: IfMatch,
): Promise<void> {
  const show = await findShow(db, id);
  if (show === undefined) throw notFound("show");
  requireEditor(await editorRole(db, viewer, show), show);
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
  viewer: Viewer,
  { id, noun }: Tag,
  value: unknown,
  ifMatch: IfMatch,
): Promise<void> {
  await requireEpisodeEditor(db, viewer, id);
  await db.transaction().execute(async (transaction) => {
    const present = await lockEpisode(transaction, id);
    if (present === undefined) throw notFound("episode");
    requireRevision(ifMatch, present.revision);
    await saveEpisodeTags(transaction, new Map([[id, { [noun]: value }]]));
    await updateEpisode(transaction, id, {});
  });
}
