/** Turns an upload into an episode's audio, within limits: detects, measures, levels and encodes. */
import { chmod, constants, copyFile, link, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Source } from "./decoding.ts";
import { AudioError, ourTrouble } from "./failure.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { encodeLevelled } from "./levelled.ts";
import { factorOf, type Loudness } from "./loudness.ts";
import { measure } from "./measure.ts";
import type { Profile } from "./profiles.ts";
import { isRoot, letSandboxRead } from "./sandbox.ts";
import { sniff } from "./sniff.ts";
import { type FileTags, type Picture, readTags, type Tags } from "./tags.ts";

export type Work = Readonly<{
  /** The upload; it is only read. */
  file: string;
  /** A folder used only for this work, on the same disk. On failure the caller removes it. */
  workDir: string;
  profile: Profile;
  /** Whether to normalise to −16 LUFS; otherwise the loudness is only measured. */
  normalise: boolean;
  /** Longer recordings are refused before encoding. Default: the most that can be decoded. */
  maxSeconds?: number;
  signal: AbortSignal;
  /** Whole numbers from 0 to 100, each higher than the one before. */
  onProgress(percent: number): void;
}>;

type Chapter = Readonly<{
  /** ms, before the end */
  starts_at: number;
  title: string;
  external_url?: string;
  /** Path of its image. */
  cover?: string | null;
}>;

export type Processed = Readonly<{
  /** Path of the MP3 in `workDir`. */
  file: string;
  bytes: number;
  /** Length of its ID3v2 tag; 0 when there is none. */
  header_bytes: number;
  frames: number;
  /** Samples decoded from the upload, per channel, at the profile's rate; `frames` cover them to within one frame. */
  samples: number;
  /** Duration of `samples`, rounded to the ms. */
  duration_ms: number;
  /** Format of the upload, such as "M4A". */
  format: string;
  /** Path of the peaks, as JSON (`Waveform`). */
  waveform: string;
  /** Loudness of the upload, converted to the profile's channels. */
  loudness: Loudness;
  tags: Tags;
  /** Path of the embedded cover, JPEG or PNG of at most 5 MiB, unchanged. */
  cover: string | null;
  chapters: readonly Chapter[];
}>;

/** Progress after each pass: measuring is the shorter one, and a second measurement may follow encoding. */
const MEASURED_PERCENT = 20;
const ENCODED_PERCENT = 98;

/** Runs all steps. Throws `AudioError`, whose message is for the uploader. */
export async function processAudio(ffmpeg: Ffmpeg, work: Work): Promise<Processed> {
  try {
    return await process(ffmpeg, work);
  } catch (error) {
    throw ourTrouble(error);
  }
}

async function process(ffmpeg: Ffmpeg, work: Work): Promise<Processed> {
  const { workDir, profile } = work;
  const format = await sniff(work.file);
  const name = `upload-being-read.${format.extension}`;
  await using _source = await lend(work.file, workDir, name);
  const source: Source = { name, bytes: (await stat(work.file)).size, format };
  const progress = rising(work.onProgress);
  const found = await readTags(path.join(workDir, name), work.signal);
  const measured = await measure(ffmpeg, source, work, (share) =>
    progress(share * MEASURED_PERCENT),
  );
  const { samples, loudness, peaks } = measured;
  refuseTooLong(samples / profile.sample_rate, work.maxSeconds);
  const { gain_db, ...encoded } = await encodeLevelled(ffmpeg, source, work, measured, (share) =>
    progress(MEASURED_PERCENT + share * (ENCODED_PERCENT - MEASURED_PERCENT)),
  );
  const waveform = path.join(workDir, "waveform.json");
  const shape = peaks.waveform(profile.sample_rate, factorOf(gain_db));
  await writeFile(waveform, JSON.stringify(shape));
  const duration_ms = Math.round((samples / profile.sample_rate) * 1000);
  const kept = await keepPictures(workDir, found, duration_ms);
  progress(100);
  const figures = { ...encoded, header_bytes: 0, samples, duration_ms };
  return { ...figures, format: format.name, waveform, loudness, tags: found.tags, ...kept };
}

/** Padding that an encoder may have added at the ends, if the format does not declare it. */
const SLACK_SECONDS = 0.1;

function refuseTooLong(seconds: number, most = Number.POSITIVE_INFINITY): void {
  if (seconds > most + SLACK_SECONDS)
    throw new AudioError(`The recording is longer than ${most} seconds.`);
}

/**
 * Makes the upload readable for ffmpeg, which runs as another user, in the work folder, which only that user may enter.
 * The file is hard-linked there; if it has other links, as in the media store, it is copied instead, so that nobody
 * else can read it.
 */
export async function lend(file: string, workDir: string, name: string): Promise<AsyncDisposable> {
  const place = path.join(workDir, name);
  const { mode, nlink } = await stat(file);
  const linked =
    (!isRoot() || nlink === 1) &&
    (await link(file, place).then(
      () => true,
      () => false,
    ));
  if (!linked) await copyFile(file, place, constants.COPYFILE_FICLONE);
  const folder = await stat(workDir);
  await letSandboxRead(place, 0o640);
  await letSandboxRead(workDir, 0o710);
  return {
    async [Symbol.asyncDispose]() {
      await rm(place, { force: true });
      if (linked) await chmod(file, mode & 0o777);
      await chmod(workDir, folder.mode & 0o777);
    },
  };
}

/** Reports whole percentages, and only increasing ones. */
function rising(tell: (percent: number) => void): (percent: number) => void {
  let last = 0;
  return (percent) => {
    const whole = Math.min(100, Math.floor(percent));
    if (whole <= last) return;
    last = whole;
    tell(whole);
  };
}

async function keepPictures(workDir: string, found: FileTags, duration_ms: number) {
  const keep = async (picture: Picture | null, name: string): Promise<string | null> => {
    if (picture === null) return null;
    const place = path.join(workDir, `${name}.${picture.format === "png" ? "png" : "jpg"}`);
    await writeFile(place, picture.data);
    return place;
  };
  const cover = await keep(found.cover, "cover");
  const chapters: Chapter[] = [];
  for (const chapter of found.chapters.filter(({ starts_at }) => starts_at < duration_ms))
    chapters.push({
      ...chapter,
      cover: await keep(chapter.cover, `chapter-${chapters.length + 1}`),
    });
  return { cover, chapters };
}
