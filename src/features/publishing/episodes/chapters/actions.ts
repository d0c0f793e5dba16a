/** Creates, changes and deletes chapters: checks rights, stores the image, writes in one transaction. */
import type { Deps } from "../../../../deps.ts";
import { type Executor, violates } from "../../../../platform/db/database.ts";
import { conflict, invalid, notFound } from "../../../../platform/failure.ts";
import { requireRevision } from "../../../../platform/http/caching.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../../platform/http/route.ts";
import { isRemoval, type Picture, renderImage, storeImage } from "../../images/actions.ts";
import { requireEditableEpisode } from "../rights.ts";
import { isWithin, type Timed } from "../rules.ts";
import { findAuthor, lockEpisode } from "../store.ts";
import { type ChapterParams, MAX_CHAPTERS, type NewChapterParams } from "./schema.ts";
import {
  type ChapterRow,
  countChapters,
  deleteChapters,
  findChapter,
  insertChapter,
  lockChapters,
  updateChapter,
} from "./store.ts";

type Files = Readonly<Record<string, UploadedFile>>;
type Place = { episode_id: number; chapter_id: number };

/** Adds a chapter to an episode. Fails with 409 if a chapter already starts at that time. */
export async function createChapter(
  deps: Deps,
  caller: Caller,
  episode_id: number,
  { image_crop, external_url = null, ...columns }: NewChapterParams,
  files: Files,
): Promise<ChapterRow> {
  await requireEditableEpisode(deps.db, caller, episode_id);
  const picture = await pictureOf(deps, files, image_crop);
  return write(deps, episode_id, columns, async (db) => {
    if ((await countChapters(db, episode_id)) >= MAX_CHAPTERS)
      throw conflict(
        "too-many-chapters",
        `An episode can have at most ${MAX_CHAPTERS} chapters. Delete one first.`,
      );
    const chapter_id = await insertChapter(db, { episode_id, external_url, ...columns });
    return finish(db, deps, { episode_id, chapter_id }, picture);
  });
}

/** Changes a chapter. If it fails, nothing is changed and no file is left behind. */
export async function changeChapter(
  deps: Deps,
  caller: Caller,
  place: Place,
  { image_crop, image_file, ...columns }: ChapterParams,
  files: Files,
  ifMatch: IfMatch,
): Promise<ChapterRow> {
  await requireEditableEpisode(deps.db, caller, place.episode_id);
  await requireChapter(deps.db, place, ifMatch);
  const picture = image_file === "remove" ? "none" : await pictureOf(deps, files, image_crop);
  return write(deps, place.episode_id, columns, async (db) => {
    const { chapter_id } = await requireChapter(db, place, ifMatch);
    await updateChapter(db, chapter_id, columns);
    return finish(db, deps, place, picture);
  });
}

/** Deletes a chapter. */
export async function deleteChapter(
  deps: Deps,
  caller: Caller,
  place: Place,
  ifMatch: IfMatch,
): Promise<void> {
  await requireEditableEpisode(deps.db, caller, place.episode_id);
  await write(deps, place.episode_id, {}, async (db) => {
    const { chapter_id } = await requireChapter(db, place, ifMatch);
    await deleteChapters(db, place.episode_id, chapter_id);
  });
}

/** Deletes all chapters of an episode. */
export async function deleteAllChapters(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  episode_id: number,
): Promise<void> {
  await requireEditableEpisode(db, caller, episode_id);
  await deleteChapters(db, episode_id);
}

/** A chapter as an editor of all chapters has it; a new one has no id yet. */
export type ArrangedChapter = Readonly<{
  chapter_id: number | null;
  starts_at: number;
  title: string;
  external_url: string | null;
}>;

/** Starts that no audio has, for chapters that exchange their places. */
const ASIDE = 2 ** 31 - 1 - MAX_CHAPTERS;

/**
 * Makes `arranged` the chapters of `episode`, which the caller has locked: adds, changes, moves and deletes, and leaves
 * what has not changed alone. Moved chapters keep their ids and images. Fails with 409 if two start at the same time.
 */
export function arrangeChapters(
  db: Executor,
  episode: Timed,
  arranged: readonly ArrangedChapter[],
): Promise<void> {
  if (arranged.length > MAX_CHAPTERS)
    throw conflict("too-many-chapters", `An episode can have at most ${MAX_CHAPTERS} chapters.`);
  if (arranged.length > 0)
    requireWithin(episode, Math.max(...arranged.map((one) => one.starts_at)));
  return explainingTaken(() => arrange(db, episode, arranged));
}

async function arrange(
  db: Executor,
  { episode_id }: Timed,
  arranged: readonly ArrangedChapter[],
): Promise<void> {
  const present = await lockChapters(db, episode_id);
  const kept = new Set(arranged.map(({ chapter_id }) => chapter_id));
  for (const { chapter_id } of present)
    if (!kept.has(chapter_id)) await deleteChapters(db, episode_id, chapter_id);
  const pairs = arranged.flatMap((next) => {
    const before = present.find(({ chapter_id }) => chapter_id === next.chapter_id);
    return before === undefined ? [] : [{ before, next }];
  });
  const moved = pairs.filter(({ before, next }) => before.starts_at !== next.starts_at);
  for (const [at, { before }] of moved.entries())
    await updateChapter(db, before.chapter_id, { starts_at: ASIDE + at });
  for (const { before, next } of pairs) {
    const { starts_at, title, external_url } = next;
    const isSame =
      before.starts_at === starts_at &&
      before.title === title &&
      before.external_url === external_url;
    if (!isSame) await updateChapter(db, before.chapter_id, { starts_at, title, external_url });
  }
  const known = new Set(present.map(({ chapter_id }) => chapter_id));
  for (const { chapter_id, ...columns } of arranged)
    if (chapter_id === null || !known.has(chapter_id))
      await insertChapter(db, { episode_id, ...columns });
}

/** Runs a transaction with the episode locked, so that nobody else writes its chapters or changes its audio. */
function write<T>(
  { db }: Pick<Deps, "db">,
  episode_id: number,
  { starts_at }: { starts_at?: number | undefined },
  work: (db: Executor) => Promise<T>,
): Promise<T> {
  return explainingTaken(() =>
    db.transaction().execute(async (transaction) => {
      const episode = await lockEpisode(transaction, episode_id);
      if (episode === undefined) throw notFound("episode");
      if (starts_at !== undefined) requireWithin(episode, starts_at);
      return work(transaction);
    }),
  );
}

function requireWithin(episode: Timed, starts_at: number): void {
  if (!isWithin(episode, starts_at))
    throw invalid({ starts_at: `must be less than the duration, ${episode.duration}` });
}

async function requireChapter(db: Executor, place: Place, ifMatch: IfMatch): Promise<ChapterRow> {
  const row = await findChapter(db, place);
  if (row === undefined) throw notFound("chapter");
  requireRevision(ifMatch, row.revision);
  return row;
}

async function pictureOf(
  { gates }: Pick<Deps, "gates">,
  { image_file: file }: Files,
  crop: string | undefined,
): Promise<Picture | "none" | null> {
  if (file === undefined) return null;
  return (await isRemoval(file)) ? "none" : renderImage(gates, file, crop);
}

/** Stores the image last, when the write can no longer fail, so that no file is left behind. */
async function finish(
  db: Executor,
  { media }: Deps,
  place: Place,
  picture: Picture | "none" | null,
): Promise<ChapterRow> {
  if (picture !== null) {
    const image_id =
      picture === "none"
        ? null
        : await storeImage(db, media, picture, await findAuthor(db, place.episode_id));
    await updateChapter(db, place.chapter_id, { image_id });
  }
  return requireChapter(db, place, null);
}

async function explainingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, "chapters_episode_id_starts_at_key"))
      throw conflict("chapter-exists", "The episode already has a chapter with this starts_at.");
    throw error;
  }
}
