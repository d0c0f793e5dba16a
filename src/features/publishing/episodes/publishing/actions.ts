/** Creates, changes, moves and deletes episodes: checks rights, stores files, writes in one transaction. */
import { randomUUID } from "node:crypto";
import type { Insertable, Updateable } from "kysely";
import type { Deps } from "../../../../deps.ts";
import { type Executor, violates } from "../../../../platform/db/database.ts";
import type { Episodes } from "../../../../platform/db/rows.ts";
import { invalid, notFound } from "../../../../platform/failure.ts";
import { requireRevision } from "../../../../platform/http/caching.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../../platform/http/route.ts";
import { enqueue } from "../../../../platform/jobs/job.ts";
import { slugOf } from "../../../../platform/text/plain.ts";
import { type Picture, renderImage, storeImage } from "../../images/actions.ts";
import { writeWithUpload } from "../../ingest/actions.ts";
import { type Role, requireEditableShow } from "../../shows/rights.ts";
import { descriptions } from "../../shows/rules.ts";
import type { ShowRow } from "../../shows/store.ts";
import { removeFile } from "../../uploads/actions.ts";
import { replaceChapters } from "../chapters/store.ts";
import { startEncoding } from "../encoding/queue.ts";
import { requireEpisodeEditableBy } from "../rights.ts";
import {
  type EpisodeRow,
  findAuthor,
  findEpisode,
  insertEpisodes,
  lockEpisode,
  updateEpisode,
} from "../store.ts";
import { audioChoiceOf, beginAudio, type StagedAudio, stageAudio } from "./audio.ts";
import { publishJob } from "./queue.ts";
import { requireMoving, requireNamedShow } from "./rights.ts";
import { type AudioChoice, columnsOf, NEW, NO_STORED_AUDIO } from "./rules.ts";
import type { EpisodeParams } from "./schema.ts";

type Files = Readonly<Record<string, UploadedFile>>;
type NewEpisode = EpisodeParams & { title: string };

/** Creates an episode from the audio that the caller sends. */
export async function createUpload(
  deps: Deps,
  caller: Caller,
  show_id: number,
  params: NewEpisode,
  files: Files,
): Promise<EpisodeRow> {
  const { show } = await requireEditableShow(deps.db, caller, show_id);
  const choice = await audioChoiceOf(deps, caller, params, files, NEW);
  if (choice === null)
    throw invalid({ media_file: "is required unless upload_id or media_url is sent" });
  return createEpisode(deps, show, params, files, choice);
}

/** Creates an episode without audio. Errors about the show are reported on the parameter `show_id`. */
export async function createDraft(
  deps: Deps,
  caller: Caller,
  params: NewEpisode & { show_id: number },
  files: Files,
): Promise<EpisodeRow> {
  const { show } = await requireNamedShow(deps.db, caller, params.show_id);
  return createEpisode(deps, show, params, files, null);
}

async function createEpisode(
  deps: Deps,
  show: Pick<ShowRow, "show_id" | "author_id" | "explicit">,
  params: NewEpisode,
  files: Files,
  choice: AudioChoice,
): Promise<EpisodeRow> {
  const columns = {
    ...columnsOf(params, NEW, choice, deps.clock()),
    ...(await descriptions(deps.gates, params.description, params.description_html)),
  };
  const attached = await attachmentsOf(deps, params, files, choice);
  return write(deps, show, attached, async (db) => {
    const values = {
      explicit: show.explicit,
      permalink: slugOf(params.title, "episode"),
      rss_guid: randomUUID(),
      type: "DRAFT",
      ...columns,
      show_id: show.show_id,
      author_id: show.author_id,
    };
    // Kysely omits columns whose value is undefined, that is, parameters that were not sent.
    const [episode_id = 0] = await insertEpisodes(db, [values as Insertable<Episodes>]);
    return finish(db, deps, episode_id, params, attached);
  });
}

/** Changes an episode. If it fails, nothing is changed and no file is left behind. */
export async function changeEpisode(
  deps: Deps,
  caller: Caller,
  episode_id: number,
  params: EpisodeParams,
  files: Files,
  ifMatch: IfMatch,
): Promise<EpisodeRow> {
  const found = await findEpisode(deps.db, episode_id);
  const { episode, role } = await requireEpisodeEditableBy(deps.db, caller, found);
  requireRevision(ifMatch, episode.revision);
  const choice = await audioChoiceOf(deps, caller, params, files, episode);
  const move = await moveTo(deps.db, caller, params.show_id, { episode, role });
  columnsOf(params, episode, choice, deps.clock());
  const texts = await descriptions(deps.gates, params.description, params.description_html);
  const attached = await attachmentsOf(deps, params, files, choice);
  return write(deps, episode, attached, async (db) => {
    const present = await lockEpisode(db, episode_id);
    if (present === undefined) throw notFound("episode");
    requireRevision(ifMatch, present.revision);
    const columns = columnsOf(params, present, choice, deps.clock());
    await updateEpisode(db, episode_id, { ...columns, ...texts, ...move });
    return finish(db, deps, episode_id, params, attached);
  });
}

/** Deletes an episode; the sweep deletes its files later. */
export async function deleteEpisode(
  deps: Deps,
  caller: Caller,
  episode_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const locked = await lockEpisode(db, episode_id);
    const found = locked && (await findEpisode(db, episode_id));
    const { episode } = await requireEpisodeEditableBy(db, caller, found);
    requireRevision(ifMatch, episode.revision);
    await updateEpisode(db, episode_id, {
      deleted_at: deps.clock(),
      image_id: null,
      ...NO_STORED_AUDIO,
    });
  });
}

/** The columns that move an episode to the show that a parameter names. */
async function moveTo(
  db: Executor,
  caller: Caller,
  show_id: number | undefined,
  { episode, role }: Readonly<{ episode: Pick<EpisodeRow, "show_id">; role: Role }>,
): Promise<Updateable<Episodes>> {
  if (show_id === undefined || show_id === episode.show_id) return {};
  requireMoving(role);
  const { show } = await requireNamedShow(db, caller, show_id);
  return { show_id, author_id: show.author_id };
}

/** The files of the form. */
type Attached = { picture: Picture | null; audio: StagedAudio | null };

async function attachmentsOf(
  deps: Deps,
  { image_crop }: EpisodeParams,
  { image_file }: Files,
  choice: AudioChoice,
): Promise<Attached> {
  const picture =
    image_file === undefined ? null : await renderImage(deps.gates, image_file, image_crop);
  return { picture, audio: await stageAudio(deps, choice) };
}

/** Finishes a write after its columns. Stores the image last, because nothing can fail after it. */
async function finish(
  db: Executor,
  { media }: Deps,
  episode_id: number,
  { chapters }: EpisodeParams,
  { picture, audio }: Attached,
): Promise<EpisodeRow> {
  if (chapters !== undefined) await replaceChapters(db, episode_id, chapters);
  if (audio !== null) await beginAudio(db, media, episode_id, audio);
  if (picture !== null) {
    const payer = await findAuthor(db, episode_id);
    await updateEpisode(db, episode_id, {
      image_id: await storeImage(db, media, picture, payer),
    });
  }
  const row = await findEpisode(db, episode_id);
  if (row === undefined) throw notFound("episode");
  if (row.auto_published_at !== null) await schedule(db, row.auto_published_at);
  return row;
}

/** Has an episode's audio fetched from a URL and encoded like an upload. */
export const fetchAudio = (
  db: Executor,
  episode_id: number,
  source_url: string,
  { allowPrivate = false } = {},
): Promise<void> => startEncoding(db, episode_id, { source_url }, { allowPrivate });

/** Queues the job that publishes what is scheduled for `at`. */
export async function schedule(db: Executor, at: Date): Promise<void> {
  const iso = at.toISOString();
  await enqueue(db, publishJob, { at: iso }, { key: `publish-${iso}`, runAt: at });
}

/** Runs the write in one transaction, then deletes the resumable upload that it used. */
async function write(
  deps: Deps,
  { author_id }: { author_id: number },
  { audio }: Attached,
  work: (db: Executor) => Promise<EpisodeRow>,
): Promise<EpisodeRow> {
  try {
    const row = await writeWithUpload(deps.db, author_id, audio?.file, work);
    if (audio?.upload_id) await removeFile(deps, audio.upload_id);
    return row;
  } catch (error) {
    if (violates(error, "episodes_show_guid_key"))
      throw invalid({ rss_guid: "belongs to another episode of this show" });
    throw error;
  }
}
