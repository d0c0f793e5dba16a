/** Adds, edits and removes transcripts: checks rights, stores the file, writes in one transaction. */
import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Deps } from "../../../../deps.ts";
import { conflict, Failure, invalid, notFound } from "../../../../platform/failure.ts";
import type { Caller, FileField, UploadedFile } from "../../../../platform/http/route.ts";
import { MissingFile } from "../../../../platform/media/store.ts";
import { requireEditableEpisode } from "../../../publishing/episodes/rights.ts";
import { lockEpisode } from "../../../publishing/episodes/store.ts";
import { keepFiles } from "../../../publishing/media/actions.ts";
import { FORMATS, type Format, formatOf } from "./rules.ts";
import type { TranscriptParams } from "./schema.ts";
import {
  deleteTranscript,
  insertTranscript,
  listTranscripts,
  type TranscriptRow,
  updateTranscriptFile,
} from "./store.ts";

/** Ten hours of speech contain about a megabyte of words, or five megabytes with word timings. */
export const transcriptField: FileField = {
  maxBytes: 5_242_880,
  description: "WebVTT, SubRip or JSON (Podcasting 2.0), in UTF-8. Required unless `url` is sent.",
};

/** Enough for several languages, formats and captions; more is a mistake. */
const MOST = 50;

/** Adds a transcript to an episode. Fails on `transcript_file`, `url` or `type`. */
export async function addTranscript(
  { db, media }: Pick<Deps, "db" | "media">,
  caller: Caller,
  episode_id: number,
  params: TranscriptParams,
  file: UploadedFile | undefined,
): Promise<TranscriptRow> {
  await requireEditableEpisode(db, caller, episode_id);
  const { url = null, type, language, rel } = params;
  if ((url === null) === (file === undefined))
    throw invalid({
      [file ? "transcript_file" : "url"]: "must be sent as either transcript_file or url",
    });
  if (url !== null && type === undefined) throw invalid({ type: "is required with url" });
  const format = file === undefined ? null : await judge(file);
  return db.transaction().execute(async (transaction) => {
    const episode = await lockEpisode(transaction, episode_id);
    if (episode === undefined) throw notFound("episode");
    if ((await listTranscripts(transaction, episode_id)).length >= MOST)
      throw conflict(
        "too-many-transcripts",
        `An episode can have at most ${MOST} transcripts. Delete one first.`,
      );
    if (file === undefined || format === null)
      return insertTranscript(transaction, { episode_id, url, type: type ?? "", language, rel });
    // The file is stored last, when the write can no longer fail.
    const incoming = { path: file.path, kind: "transcripts", extension: format };
    const { media_key } = await keepFiles(transaction, media, { media_key: incoming });
    const { author_id: user_id } = episode;
    const kept = { media_key, bytes: file.bytes, user_id, type: FORMATS[format] };
    return insertTranscript(transaction, { episode_id, language, rel, ...kept });
  });
}

async function judge(file: UploadedFile) {
  const format = formatOf(await readFile(file.path));
  if (typeof format !== "string") throw invalid({ transcript_file: format.reason });
  return format;
}

/** The format of a transcript whose file this server keeps. */
export const formatOfRow = ({ type, media_key }: Pick<TranscriptRow, "type" | "media_key">) =>
  media_key === null
    ? null
    : ((Object.keys(FORMATS) as Format[]).find((format) => FORMATS[format] === type) ?? null);

/** The text of a transcript's file. Fails with not-found if there is none. */
export async function readTranscript(
  { media }: Pick<Deps, "media">,
  { media_key }: Pick<TranscriptRow, "media_key">,
): Promise<string> {
  if (media_key === null) throw notFound("transcript");
  try {
    return (await buffer(await media.read(media_key))).toString("utf8");
  } catch (error) {
    if (error instanceof MissingFile) throw notFound("transcript");
    throw error;
  }
}

/** A transcript, and the file that was edited. */
type Edited = Readonly<{ transcript_id: number; media_key: string }>;

/**
 * Gives a transcript a new file in its format. Fails with stale if it has another file now than the one that was
 * edited, and on `transcript_file`.
 */
export async function changeTranscript(
  { db, media }: Pick<Deps, "db" | "media">,
  caller: Caller,
  episode_id: number,
  { transcript_id, media_key: edited }: Edited,
  text: string,
): Promise<void> {
  await requireEditableEpisode(db, caller, episode_id);
  const bytes = Buffer.from(text);
  if (bytes.length > transcriptField.maxBytes) throw invalid({ transcript_file: "is too large" });
  const extension = formatOf(bytes);
  if (typeof extension !== "string") throw invalid({ transcript_file: extension.reason });
  const file = path.join(media.tmpDir, randomUUID());
  try {
    await writeFile(file, bytes);
    await db.transaction().execute(async (transaction) => {
      if ((await lockEpisode(transaction, episode_id)) === undefined) throw notFound("episode");
      const rows = await listTranscripts(transaction, episode_id);
      const present = rows.find((row) => row.transcript_id === transcript_id);
      if (present === undefined) throw notFound("transcript");
      if (present.media_key !== edited)
        throw new Failure("stale", "stale-record", "The transcript has changed since you read it.");
      const incoming = { path: file, kind: "transcripts", extension };
      const { media_key } = await keepFiles(transaction, media, { media_key: incoming });
      const kept = { media_key, bytes: bytes.length, type: FORMATS[extension] };
      await updateTranscriptFile(transaction, transcript_id, kept);
    });
  } finally {
    await rm(file, { force: true });
  }
}

/** Removes a transcript; the sweep deletes its file later. Fails with stale if its file is another than `seen`. */
export async function removeTranscript(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  episode_id: number,
  transcript_id: number,
  seen?: string | null,
): Promise<void> {
  await requireEditableEpisode(db, caller, episode_id);
  if (await deleteTranscript(db, episode_id, transcript_id, seen)) return;
  const rows = await listTranscripts(db, episode_id);
  if (rows.some((row) => row.transcript_id === transcript_id))
    throw new Failure("stale", "stale-record", "The transcript has changed since you read it.");
  throw notFound("transcript");
}
