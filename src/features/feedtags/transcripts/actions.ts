/** Adds and removes transcripts: rights, file, one transaction. */
import { readFile } from "node:fs/promises";
import type { Deps } from "../../../deps.ts";
import { conflict, invalid, notFound } from "../../../platform/failure.ts";
import type { FileField, UploadedFile, Viewer } from "../../../platform/http/route.ts";
import { requireEpisodeEditor } from "../../episodes/rights.ts";
import { lockEpisode } from "../../episodes/store.ts";
import { keepFiles } from "../../media/actions.ts";
import { FORMATS, formatOf } from "./rules.ts";
import type { TranscriptParams } from "./schema.ts";
import {
  deleteTranscript,
  insertTranscript,
  listTranscripts,
  type TranscriptRow,
} from "./store.ts";

/** Ten hours of speech have about a megabyte of words; timing them word by word, five. */
export const transcriptField: FileField = {
  maxBytes: 5_242_880,
  description: "WebVTT, SubRip or JSON (Podcasting 2.0), in UTF-8. Required unless `url` is sent.",
};

/** A language, a format, and captions beside a reading text: more is a mistake. */
const MOST = 50;

/** Keeps a transcript of an episode. Invalid on `transcript_file`, `url` or `type`. */
export async function addTranscript(
  { db, media }: Pick<Deps, "db" | "media">,
  viewer: Viewer,
  episode_id: number,
  params: TranscriptParams,
  file: UploadedFile | undefined,
): Promise<TranscriptRow> {
  await requireEpisodeEditor(db, viewer, episode_id);
  const { url = null, type, language, rel } = params;
  if ((url === null) === (file === undefined))
    throw invalid({ [file ? "transcript_file" : "url"]: "give either transcript_file or url" });
  if (url !== null && type === undefined) throw invalid({ type: "is needed with url" });
  const format = file === undefined ? null : await judge(file);
  return db.transaction().execute(async (transaction) => {
    const episode = await lockEpisode(transaction, episode_id);
    if (episode === undefined) throw notFound("episode");
    if ((await listTranscripts(transaction, episode_id)).length >= MOST)
      throw conflict("too-many-transcripts", `An episode has at most ${MOST} transcripts.`);
    if (file === undefined || format === null)
      return insertTranscript(transaction, { episode_id, url, type: type ?? "", language, rel });
    // The file is kept last, when nothing can refuse the write any more.
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

/** Removes a transcript; its file is swept later. */
export async function removeTranscript(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  episode_id: number,
  transcript_id: number,
): Promise<void> {
  await requireEpisodeEditor(db, viewer, episode_id);
  if (!(await deleteTranscript(db, episode_id, transcript_id))) throw notFound("transcript");
}
