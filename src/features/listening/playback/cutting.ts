/** Finds where an episode's audio can be cut, once for each position, by reading a few frames around it. */
import type { Deps } from "../../../deps.ts";
import { type Cut, quietestCut, windowAround } from "../../../platform/audio/quiet.ts";
import type { Files } from "../../../platform/media/files.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import type { Break } from "../../advertising/adserving/schema.ts";
import { type StoredAudio, storedAudio } from "./audio.ts";
import { mediaDigest } from "./rules.ts";
import { findCuts, insertCuts } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock"> & Readonly<{ files: Files }>;

/** The cuts for `breaks`, in the same order. */
export async function cutsFor(
  needs: Needs,
  audio: StoredAudio,
  breaks: readonly Break[],
): Promise<Cut[]> {
  const { db, clock, files } = needs;
  const digest = mediaDigest(audio.key);
  const inside = breaks.filter(({ position }) => position === "midroll");
  const timecodes = inside.map(({ timecode }) => timecode);
  const known =
    timecodes.length === 0 ? new Map<number, Cut>() : await findCuts(db, digest, timecodes);
  const found = new Map<number, Cut>();
  for (const timecode of timecodes)
    if (!known.has(timecode)) found.set(timecode, await findCut(files, audio, timecode));
  if (found.size > 0) await insertCuts(db, digest, found, clock());
  return breaks.map(({ position, timecode }) => {
    if (position === "preroll") return { frame: 0, byte_at: audio.header_bytes };
    const cut = known.get(timecode) ?? found.get(timecode);
    return (position === "midroll" && cut) || { frame: audio.frames, byte_at: audio.bytes };
  });
}

/** The quietest moment within 250 ms of `near`, where a break at `near` would cut, in ms; null for other audio. */
export async function findQuietestMoment(
  files: Files,
  episode: Parameters<typeof storedAudio>[0],
  near: number,
): Promise<number | null> {
  const audio = storedAudio(episode);
  if (audio === null) return null;
  const { frame } = await findCut(files, audio, near);
  return Math.round((frame * SAMPLES * 1000) / audio.profile.sample_rate);
}

/** Where the audio can be cut for the ends of an excerpt, within 250 ms; remembered nowhere. */
export function cutNear(files: Files, audio: StoredAudio, timecode: number): Promise<Cut> {
  const end = Math.floor((audio.frames * SAMPLES * 1000) / audio.profile.sample_rate);
  if (timecode <= 0) return Promise.resolve({ frame: 0, byte_at: audio.header_bytes });
  if (timecode >= end) return Promise.resolve({ frame: audio.frames, byte_at: audio.bytes });
  return findCut(files, audio, timecode);
}

/** Of a frame of MPEG-1, which all delivery profiles are. */
const SAMPLES = 1152;

async function findCut(files: Files, audio: StoredAudio, timecode: number): Promise<Cut> {
  const window = windowAround(audio, timecode);
  const bytes = await readPart(files, audio.key, window.at, window.bytes);
  const cut = quietestCut(audio, timecode, window, bytes);
  if (cut === null) throw new Error(`${audio.key} has no frames at ${timecode} ms`);
  return cut;
}

async function readPart(files: Files, key: string, at: number, bytes: number): Promise<Buffer> {
  const file = await files.open(key);
  if (file === null) throw new MissingFile(key);
  try {
    const copies: Buffer[] = [];
    // The buffers may be reused after the callback.
    await file.pour(at, bytes, async (pieces) => copies.push(Buffer.concat(pieces)) > 0);
    return Buffer.concat(copies);
  } finally {
    file.release();
  }
}
