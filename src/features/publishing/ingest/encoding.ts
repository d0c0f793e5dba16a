/** Encodes an upload to delivery profiles and attaches the results to its record. */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { AudioError } from "../../../platform/audio/failure.ts";
import type { Ffmpeg } from "../../../platform/audio/ffmpeg.ts";
import { processAudio } from "../../../platform/audio/process.ts";
import { PROFILES, type Profile } from "../../../platform/audio/profiles.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { stageFile } from "../media/actions.ts";
import { queueStep } from "./actions.ts";
import { type AttemptContext, attemptStep, reserveSpace, type Step } from "./attempt.ts";
import { type EncodingCounts, openEncodingCounts } from "./metrics.ts";
import type { EncodedAudio, IngestDeps, IngestWork } from "./schema.ts";

type EncodingDeps = IngestDeps & Readonly<{ ffmpeg(): Promise<Ffmpeg> }>;

/** Runs one attempt at encoding. */
export async function encodeUpload<P extends object>(
  deps: EncodingDeps,
  step: Step<P>,
): Promise<void> {
  const { target, payload } = step;
  const work = await target.takeUp(deps.db, payload);
  if (work === undefined) return;
  // Jobs queued by earlier versions still have to fetch the audio.
  if (work.upload_key === null && work.source !== null && target.fetching !== undefined)
    return await queueStep(deps.db, target, target.fetching.job, payload);
  await attemptStep(deps, step, async (context) => {
    const { key, bytes } = await requireUpload(deps.media, work.upload_key);
    // The upload, a copy for ffmpeg, and the results.
    using _space = await reserveSpace(deps.disk, 3 * bytes);
    const file = path.join(context.folder, "upload");
    const stored = await deps.media.read(key);
    const { signal } = context;
    await pipeline(stored, createWriteStream(file, { flags: "wx" }), { signal });
    const counts = openEncodingCounts(deps.measures);
    const encoding = encodeAll({ ...deps, counts }, target.mediaKind, file, work, context);
    const encoded = await encoding.catch((error: unknown) => {
      counts.failed.value += 1;
      throw error;
    });
    await target.attach(deps, payload, encoded);
    counts.done.value += 1;
  });
}

async function requireUpload(media: MediaStore, key: MediaKey | null) {
  const found = key === null ? null : await media.find(key);
  if (key === null || found === null)
    throw new AudioError("The upload no longer exists. Upload it again.");
  return { key, bytes: found.bytes };
}

/** Encodes the upload in `file` to each profile, and stages the results as files of `kind`. */
async function encodeAll(
  { media, counts, ...deps }: EncodingDeps & Readonly<{ counts: EncodingCounts }>,
  kind: string,
  file: string,
  { profiles, options }: IngestWork,
  { folder, signal, onProgress }: AttemptContext,
): Promise<EncodedAudio[]> {
  const ffmpeg = await deps.ffmpeg();
  const encoded: EncodedAudio[] = [];
  for (const [done, name] of profiles.entries()) {
    const workDir = path.join(folder, name);
    await mkdir(workDir);
    const began = performance.now();
    const audio = await processAudio(ffmpeg, {
      ...options,
      file,
      workDir,
      profile: profileNamed(name),
      signal,
      onProgress: (percent) => onProgress(Math.floor((done * 100 + percent) / profiles.length)),
    });
    counts.seconds.value += (performance.now() - began) / 1000;
    counts.audioSeconds.value += audio.duration_ms / 1000;
    signal.throwIfAborted();
    const staged = await stageFile(media, { path: audio.file, kind, extension: "mp3" });
    encoded.push({ profile: name, audio, staged });
  }
  return encoded;
}

function profileNamed(name: string): Profile {
  const profile = PROFILES[name];
  if (profile === undefined) throw new Error(`there is no delivery profile ${name}`);
  return profile;
}
