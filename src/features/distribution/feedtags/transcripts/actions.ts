/** Adds and removes transcripts: checks rights, stores the file, writes in one transaction. */
import { readFile } from "node:fs/promises";
import type { Deps } from "../../../../deps.ts";
import { conflict, invalid, notFound } from "../../../../platform/failure.ts";
import type { Caller, FileField, UploadedFile } from "../../../../platform/http/route.ts";
import { requireEditableEpisode } from "../../../publishing/episodes/rights.ts";
import { lockEpisode } from "../../../publishing/episodes/store.ts";
import { keepFiles } from "../../../publishing/media/actions.ts";
import { FORMATS, formatOf } from "./rules.ts";
import type { TranscriptParams } from "./schema.ts";
import {
  deleteTranscript,
  insertTranscript,
  listTranscripts,
  type TranscriptRow,
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

/** Removes a transcript; the sweep deletes its file later. */
export async function removeTranscript(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  episode_id: number,
  transcript_id: number,
): Promise<void> {
  await requireEditableEpisode(db, caller, episode_id);
  if (!(await deleteTranscript(db, episode_id, transcript_id))) throw notFound("transcript");
}
