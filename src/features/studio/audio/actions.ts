/** Reads an episode's audio for the page that edits it, and saves chapters and ad breaks together. */
import { hash } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { arrangeCuepoints } from "../../publishing/cuepoints/actions.ts";
import { findCuepoints } from "../../publishing/cuepoints/store.ts";
import { arrangeChapters } from "../../publishing/episodes/chapters/actions.ts";
import { MAX_CHAPTERS } from "../../publishing/episodes/chapters/schema.ts";
import { listChapters } from "../../publishing/episodes/chapters/store.ts";
import { requireEditableEpisode } from "../../publishing/episodes/rights.ts";
import { lockEpisode } from "../../publishing/episodes/store.ts";
import { type Peaks, peaksSchema } from "../waveform/peaks.ts";
import type { Marks } from "./rules.ts";

/** The stored marks. `version` changes with any of them. */
export async function findMarks(db: Executor, episode_id: number) {
  const [chapters, breaks] = await Promise.all([
    listChapters(db, { episode_id, after: null, limit: MAX_CHAPTERS }),
    findCuepoints(db, episode_id),
  ]);
  const revisions = [breaks.revision, ...chapters.map(({ revision }) => revision)];
  const version = hash("sha256", revisions.join(" "), "hex").slice(0, 16);
  return { chapters, breaks: breaks.cuepoints, version };
}

/**
 * Saves both sets in one transaction and returns true, or false if somebody has changed one of them since `version`.
 * Fails with 400 if a mark is outside the audio; then neither set is changed.
 */
export async function saveMarks(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  episode_id: number,
  { chapters, breaks }: Pick<Marks, "chapters" | "breaks">,
  version: string,
): Promise<boolean> {
  await requireEditableEpisode(db, caller, episode_id);
  const inOrder = breaks.toSorted((a, b) => a.timecode - b.timecode);
  return db.transaction().execute(async (transaction) => {
    const episode = await lockEpisode(transaction, episode_id);
    if (episode === undefined) throw notFound("episode");
    const present = await findMarks(transaction, episode_id);
    if (present.version !== version) return false;
    await arrangeChapters(transaction, episode, chapters);
    const isSame = JSON.stringify(inOrder) === JSON.stringify(present.breaks);
    if (!isSame) await arrangeCuepoints(transaction, episode, inOrder);
    return true;
  });
}

/** The peaks of the audio; null while there are none, or if the file cannot be read now. */
export async function readPeaks(
  media: Pick<MediaStore, "read">,
  waveform_key: string | null,
): Promise<Peaks | null> {
  if (waveform_key === null) return null;
  try {
    const parts: Buffer[] = [];
    for await (const part of await media.read(waveform_key)) parts.push(part as Buffer);
    return peaksSchema.parse(JSON.parse(Buffer.concat(parts).toString("utf8")));
  } catch {
    return null;
  }
}
