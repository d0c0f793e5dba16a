/** Reads the transcripts of an episode, and writes an edited page of cues into their file. */
import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "../../../deps.ts";
import { Failure, invalid, notFound } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import type { UploadedFile } from "../../../platform/http/route.ts";
import {
  addTranscript,
  changeTranscript,
  formatOfRow,
  readTranscript,
  transcriptField,
} from "../../distribution/feedtags/transcripts/actions.ts";
import {
  type Cue,
  cuesOf,
  estimateCues,
  writeCues,
} from "../../distribution/feedtags/transcripts/cues.ts";
import { formatOf } from "../../distribution/feedtags/transcripts/rules.ts";
import type { TranscriptParams } from "../../distribution/feedtags/transcripts/schema.ts";
import {
  listTranscripts,
  type TranscriptRow,
} from "../../distribution/feedtags/transcripts/store.ts";
import { cuesOfText, keepRaw } from "./pagetext.ts";
import { PAGE_CUES } from "./schema.ts";

/** The transcripts of an episode, and the cues of the chosen one, if this server keeps its file. */
export type Opened = Readonly<{
  rows: readonly TranscriptRow[];
  chosen: TranscriptRow | undefined;
  cues: readonly Cue[];
}>;

/** Opens the transcript with this id, or the first one that can be edited. */
export async function openTranscript(
  deps: Pick<Deps, "db" | "media">,
  episode_id: number,
  transcript_id: number | undefined,
): Promise<Opened> {
  const rows = await listTranscripts(deps.db, episode_id);
  const editable = rows.filter((row) => formatOfRow(row) !== null);
  const chosen = editable.find((row) => row.transcript_id === transcript_id) ?? editable[0];
  if (chosen === undefined) return { rows, chosen, cues: [] };
  return { rows, chosen, cues: cuesOf(await readTranscript(deps, chosen), chosen.type) };
}

/** The cues of a page, and where they are in the file. */
export function pageOf<T>(cues: readonly T[], page: number) {
  const pages = Math.max(1, Math.ceil(cues.length / PAGE_CUES));
  const number = Math.min(page, pages);
  const first = (number - 1) * PAGE_CUES;
  return { pages, number, first, cues: cues.slice(first, first + PAGE_CUES) };
}

type Edited = Readonly<{ transcript_id: number; media_key: string; page: number; cues: string }>;

/**
 * Saves the cues of a page. Fails with stale if the transcript has another file by now, and on `cues` with
 * `times <line>` or `order <line>`.
 */
export async function saveCues(
  deps: Pick<Deps, "db" | "media">,
  session: SessionCaller,
  episode_id: number,
  edited: Edited,
): Promise<void> {
  const rows = await listTranscripts(deps.db, episode_id);
  const row = rows.find((one) => one.transcript_id === edited.transcript_id);
  const format = row && formatOfRow(row);
  if (row === undefined || !format) throw notFound("transcript");
  if (row.media_key !== edited.media_key)
    throw new Failure("stale", "stale-record", "The transcript has changed since you read it.");
  const read = cuesOfText(edited.cues);
  if ("line" in read) throw invalid({ cues: `${read.fault} ${read.line}` });
  const file = await readTranscript(deps, row);
  const all = cuesOf(file, row.type);
  const { first, cues } = pageOf(all, edited.page);
  const changed = all.toSpliced(first, cues.length, ...keepRaw(read, cues));
  if (changed.length === 0) throw invalid({ cues: "empty 1" });
  const text = writeCues(changed, format, { file });
  await changeTranscript(deps, callerOf(session), episode_id, row as Stored, text);
}

type Stored = TranscriptRow & { media_key: string };

/** Adds a transcript; a text without times gets estimated ones. Fails on its field. */
export async function uploadTranscript(
  deps: Pick<Deps, "db" | "media">,
  session: SessionCaller,
  episode: Readonly<{ episode_id: number; duration: number }>,
  params: TranscriptParams,
  file: UploadedFile | undefined,
): Promise<{ transcript_id: number; isEstimated: boolean }> {
  const add = (given: UploadedFile | undefined) =>
    addTranscript(deps, callerOf(session), episode.episode_id, params, given);
  const timed = file === undefined ? null : await estimated(file, episode.duration);
  if (file === undefined || timed === null)
    return { transcript_id: (await add(file)).transcript_id, isEstimated: false };
  const made = path.join(deps.media.tmpDir, randomUUID());
  try {
    await writeFile(made, timed);
    const bytes = Buffer.byteLength(timed);
    const { transcript_id } = await add({ ...file, path: made, bytes });
    return { transcript_id, isEstimated: true };
  } finally {
    await rm(made, { force: true });
  }
}

/** A WebVTT file for a text without times; null if the file has some, or is no text. */
async function estimated(file: UploadedFile, duration: number): Promise<string | null> {
  const bytes = await readFile(file.path);
  if (typeof formatOf(bytes) === "string" || !/\.(txt|text|md)$/i.test(file.filename)) return null;
  const text = new TextDecoder("utf-8", { fatal: false }).decode(bytes);
  if (duration === 0 || text.includes("\0") || text.includes("\ufffd")) return null;
  const cues = estimateCues(text, duration);
  if (cues?.length === 0) return null;
  const timed = cues === null ? null : writeCues(cues, "vtt");
  // Times make a text longer: its file is kept, and read for each page, like one that was sent.
  if (timed === null || Buffer.byteLength(timed) > transcriptField.maxBytes)
    throw invalid({ transcript_file: "is too large" });
  return timed;
}
