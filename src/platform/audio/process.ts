/** From an upload to an episode's audio: sniffed, measured, levelled and encoded, in bounds. */
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
  /** The upload; it is read, and left as it is. */
  file: string;
  /** A folder of our own for this work, on the same disk. On failure the caller removes it. */
  workDir: string;
  profile: Profile;
  /** Whether to bring it to −16 LUFS; else it is measured only. */
  normalise: boolean;
  /** What is longer is refused, before it is encoded. Default: what can be decoded at all. */
  maxSeconds?: number;
  signal: AbortSignal;
  /** Whole numbers from 0 to 100, each higher than the one before. */
  onProgress(percent: number): void;
}>;

export type Chapter = Readonly<{
  /** ms, before the end */
  starts_at: number;
  title: string;
  external_url?: string;
  /** Path of its picture. */
  cover?: string | null;
}>;

export type Processed = Readonly<{
  /** Path of the MP3 in `workDir`. */
  file: string;
  bytes: number;
  /** Length of its ID3v2 tag; 0 when there is none. */
  header_bytes: number;
  frames: number;
  /** Decoded from the upload, of each channel, at the profile's rate; `frames` cover them to within one. */
  samples: number;
  /** Of `samples`, rounded to the ms. */
  duration_ms: number;
  /** What came in, such as "M4A". */
  format: string;
  /** Path of the peaks, as JSON (`Waveform`). */
  waveform: string;
  /** Of what came in, mixed down as the profile has it. */
  loudness: Loudness;
  tags: Tags;
  /** Path of the embedded cover, JPEG or PNG of at most 5 MiB, as it came. */
  cover: string | null;
  chapters: readonly Chapter[];
}>;

/** Progress after the passes: measuring is the shorter one, and a second look may follow. */
const MEASURED_PERCENT = 20;
const ENCODED_PERCENT = 98;

/** Does all of it. Throws `AudioError`, whose message is for the uploader. */
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

/** What an encoder may have added at the ends, where its format does not say so. */
const SLACK_SECONDS = 0.1;

function refuseTooLong(seconds: number, most = Number.POSITIVE_INFINITY): void {
  if (seconds > most + SLACK_SECONDS)
    throw new AudioError(`The recording is longer than ${most} seconds.`);
}

/**
 * Where ffmpeg, another user, may read the upload: in the work folder, which is its alone to enter. The file is
 * linked there unless it has other names, as in the media store, where nobody else is to read it; then it is copied.
 */
async function lend(file: string, workDir: string, name: string): Promise<AsyncDisposable> {
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

/** Passes on whole percents, and only upwards. */
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
