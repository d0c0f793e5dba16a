/** Creates, changes and deletes shows: checks rights, stores the image, writes in one transaction. */
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Deps } from "../../../deps.ts";
import { batched } from "../../../platform/db/batch.ts";
import { type Executor, violates } from "../../../platform/db/database.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { conflict, invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../platform/http/route.ts";
import { slugOf } from "../../../platform/text/plain.ts";
import { findUserId } from "../../people/users/store.ts";
import { type Picture, renderImage, storeImage } from "../images/actions.ts";
import type { ShowChanges } from "./changedshows.ts";
import type { NewShows } from "./newshows.ts";
import {
  ACTING_FOR_AUTHOR,
  requireCreator,
  requireRoleInShow,
  requireShowEditableBy,
} from "./rights.ts";
import { columnsOf, dependsOnStored, NEW, textsOf } from "./rules.ts";
import type { ShowParams } from "./schema.ts";
import {
  hasEpisodes,
  insertShow,
  insertShowUnlessTaken,
  isGuidTaken,
  listPermalinks,
  lockShow,
  prepareFindShows,
  type ShowRow,
  updateShow,
} from "./store.ts";

/** Looks up shows for requests that arrive at the same time with one statement. */
export type ShowLookup = Readonly<{ lookUpShow(show_id: number): Promise<ShowRow | undefined> }>;

/** What it takes to change a show. */
export type ShowEditing = ShowLookup & ShowChanges;

export const openShowLookup = ({ db }: Pick<Deps, "db">): ShowLookup => ({
  lookUpShow: batched(prepareFindShows(db)),
});

type Files = Readonly<Record<string, UploadedFile>>;
type NewShow = ShowParams & {
  title: string;
  language: string;
  author_id?: number | undefined;
  guid?: string | undefined;
};

/** Creates a show for the caller, or for a user on whose shows the caller collaborates. Returns its row. */
export async function createShow(
  deps: Deps & ShowLookup & NewShows,
  caller: Caller,
  params: NewShow,
  files: Files,
): Promise<ShowRow> {
  const { author_id = caller.user_id, guid = randomUUID(), ...given } = params;
  if (author_id !== caller.user_id && (await findUserId(deps.db, author_id)) === undefined)
    throw invalid({ author_id: "must be the id of a user" });
  await requireCreator(deps.db, caller, author_id);
  const { title, language } = params;
  const columns = {
    ...columnsOf(given, NEW),
    ...(await textsOf(deps.gates, given)),
    title,
    language,
  };
  const picture = await pictureOf(deps, files, params.image_crop);
  // Kysely omits columns whose value is undefined, that is, parameters that were not sent.
  const values = { ...columns, author_id, guid } as Unnamed;
  const { permalink } = params;
  const alone = () =>
    explainingTaken(() =>
      deps.db.transaction().execute(async (db) => {
        if (params.guid !== undefined) await requireFreeGuid(db, guid);
        const show_id =
          permalink === undefined
            ? await insertUnderFreePermalink(db, values)
            : await insertShow(db, { ...values, permalink });
        await hang(db, deps, { show_id, author_id }, picture);
        return show_id;
      }),
    );
  const isPlain =
    picture === null &&
    params.guid === undefined &&
    permalink === undefined &&
    params.default_breaks === undefined;
  const show_id = isPlain
    ? await deps.insertNewShow(
        { author_id, columns: { ...values, guid, permalink: permalinkOf(title) } },
        alone,
      )
    : await alone();
  return readBack(deps, show_id);
}

async function requireFreeGuid(db: Executor, guid: string): Promise<void> {
  if (await isGuidTaken(db, guid))
    throw conflict("guid-taken", "A show with this guid is on this server already.");
}

/** A changed show as it is now, and the revision that the change gave it; others may have changed it since. */
type ChangedShow = Readonly<{ show: ShowRow; revision: number }>;

/** Changes a show. If it fails, nothing is changed and no file is left behind. */
export async function changeShow(
  deps: Deps & ShowEditing,
  caller: Caller,
  show_id: number,
  params: ShowParams,
  files: Files,
  ifMatch: IfMatch,
): Promise<ChangedShow> {
  const shown = await deps.lookUpShow(show_id);
  const { show } = await requireShowEditableBy(deps.db, caller, shown);
  const texts = await textsOf(deps.gates, params);
  const picture = await pictureOf(deps, files, params.image_crop);
  const alone = () =>
    explainingTaken(() =>
      deps.db.transaction().execute(async (db) => {
        const present = await lockShow(db, show_id);
        if (present === undefined) throw notFound("show");
        requireRevision(ifMatch, present.revision);
        const changed = await updateShow(db, show_id, { ...columnsOf(params, present), ...texts });
        return (await hang(db, deps, present, picture)) ?? changed;
      }),
    );
  const together = () => {
    const columns = { ...columnsOf(params, NEW), ...texts };
    return deps.changeColumns({ show_id, author_id: show.author_id, columns, ifMatch }, alone);
  };
  const isPlain = picture === null && !dependsOnStored(params);
  const revision = await (isPlain ? together() : alone());
  return { show: await readBack(deps, show_id), revision };
}

const ONLY_AUTHOR = "Only the show's author can delete it.";

/** Deletes a show without episodes; the sweep deletes its files later. */
export async function deleteShow(
  deps: Deps,
  caller: Caller,
  show_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const locked = await lockShow(db, show_id);
    const show = await requireRoleInShow(db, caller, locked, ACTING_FOR_AUTHOR, ONLY_AUTHOR);
    requireRevision(ifMatch, show.revision);
    if (await hasEpisodes(db, show_id))
      throw conflict("show-not-empty", "The show still has episodes. Delete all of them first.");
    await updateShow(db, show_id, { deleted_at: deps.clock(), image_id: null });
  });
}

const pictureOf = async ({ gates }: Deps, files: Files, crop: string | undefined) =>
  files.image_file === undefined ? null : renderImage(gates, files.image_file, crop);

/** Stores the image last, when the write can no longer fail, so that no file is left behind. Returns the new revision. */
async function hang(
  db: Executor,
  { media }: Deps,
  { show_id, author_id }: { show_id: number; author_id: number },
  picture: Picture | null,
): Promise<number | null> {
  if (picture === null) return null;
  return updateShow(db, show_id, { image_id: await storeImage(db, media, picture, author_id) });
}

/** The show as it is now, looked up together with what other requests ask for at the same time. */
async function readBack({ lookUpShow }: ShowLookup, show_id: number): Promise<ShowRow> {
  const row = await lookUpShow(show_id);
  if (row === undefined) throw notFound("show");
  return row;
}

/** The slug of a title. One of digits only would look like an id. */
const permalinkOf = (title: string): string => slugOf(title, "show").replace(/^(\d+)$/, "show-$1");

type Unnamed = Omit<Insertable<Shows>, "permalink">;

/**
 * Inserts a show under its title's slug, or under the slug with the next number that the author has not used, and
 * returns its id. If another show takes the name between lookup and insert, the next one is tried.
 */
export async function insertUnderFreePermalink(db: Executor, show: Unnamed): Promise<number> {
  const slug = permalinkOf(show.title);
  let permalink = slug;
  for (;;) {
    const show_id = await insertShowUnlessTaken(db, { ...show, permalink });
    if (show_id !== undefined) return show_id;
    const taken = await listPermalinks(db, show.author_id, slug);
    for (let number = 2; taken.has(permalink); number += 1) permalink = `${slug}-${number}`;
  }
}

async function explainingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, "shows_author_permalink_key"))
      throw invalid({ permalink: "is used by another show of this author" });
    throw error;
  }
}
