/**
 * Makes the recordings of the demo: synthesised here, encoded by the pipeline of uploads. Encoding is what takes longest,
 * so episodes of a show share a few recordings; media are stored by their content, so they are stored once.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { attachAudio } from "../features/publishing/episodes/encoding/attaching.ts";
import { beginEncoding } from "../features/publishing/episodes/encoding/store.ts";
import { keepUpload, stageUpload } from "../features/publishing/ingest/actions.ts";
import type { EncodedAudio } from "../features/publishing/ingest/schema.ts";
import { type StagedFile, stageFile } from "../features/publishing/media/actions.ts";
import type { Ffmpeg } from "../platform/audio/ffmpeg.ts";
import { processAudio } from "../platform/audio/process.ts";
import { PROFILES } from "../platform/audio/profiles.ts";
import { composeTune } from "./sound/jingle.ts";
import { castVoices, record } from "./sound/recording.ts";
import type { World } from "./world.ts";

export const PROFILE = "mp3-96-mono";

export type Recording = Readonly<{ seconds: number; encoded: EncodedAudio; upload: StagedFile }>;

/** Recordings by their name, such as `night-shift-atlas long`. */
export type Recordings = ReadonlyMap<string, Recording>;

export type Length = "short" | "medium" | "long" | "feature";

/** Shows with a recording of some minutes. */
const WITH_FEATURE = ["night-shift-atlas", "la-derniere-balise"];
/** Shows with a recording of more than a minute, which has room for a mid-roll and a programme around it. */
const WITH_LONG = [
  "night-shift-atlas",
  "signal-to-soil",
  "la-riva-opposta",
  "sobremesa-larga",
  "nachtzug-nach-irgendwo",
  "le-bruit-des-choses",
];

export const hasLong = (key: string): boolean => WITH_LONG.includes(key);
export const hasFeature = (key: string): boolean => WITH_FEATURE.includes(key);

const SECONDS: Readonly<Record<Length, readonly [number, number]>> = {
  short: [20, 26],
  medium: [61, 68],
  long: [78, 86],
  feature: [150, 170],
};

type Wanted = Readonly<{ name: string; key: string; seconds: number }>;

/** The recording of a show as a WAV file. */
export function synthesise(
  world: Pick<World, "random">,
  key: string,
  name: string,
  seconds: number,
): Buffer {
  const tune = composeTune(world.random("tune", key));
  const voices = castVoices(world.random("voices", key));
  return record({ tune, voices }, seconds, world.random("recording", name));
}

/** A recording that some episode needs. */
export type Needed = Readonly<{ key: string; length: Length }>;

export const recordingName = ({ key, length }: Needed): string => `${key} ${length}`;

/** Encodes the recordings, as many at a time as there are processors. `folder` stays until the demo ends. */
export async function makeRecordings(
  world: World,
  ffmpeg: Ffmpeg,
  folder: string,
  needed: readonly Needed[],
): Promise<Recordings> {
  const byName = new Map(needed.map((one) => [recordingName(one), one]));
  const wanted = [...byName].map(([name, { key, length }]): Wanted => {
    const [least, most] = SECONDS[length];
    return { name, key, seconds: Math.round(world.random("length", name).between(least, most)) };
  });
  const made = new Map<string, Recording>();
  const waiting = wanted.toSorted((a, b) => b.seconds - a.seconds);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      made.set(
        next.name,
        await makeRecording(world, ffmpeg, path.join(folder, next.name.replace(" ", "-")), next),
      );
      if (made.size % 10 === 0) world.progress(`  ${made.size} of ${wanted.length} recordings`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return made;
}

async function makeRecording(
  world: World,
  ffmpeg: Ffmpeg,
  folder: string,
  { name, key, seconds }: Wanted,
): Promise<Recording> {
  const { deps } = world;
  const workDir = path.join(folder, "work");
  await mkdir(workDir, { recursive: true });
  const file = path.join(folder, "recording.wav");
  await writeFile(file, synthesise(world, key, name, seconds));
  const profile = PROFILES[PROFILE];
  if (profile === undefined) throw new Error(`there is no delivery profile ${PROFILE}`);
  const audio = await processAudio(ffmpeg, {
    file,
    workDir,
    profile,
    normalise: true,
    signal: world.signal,
    onProgress: () => {},
  });
  const staged = await stageFile(deps.media, { path: audio.file, kind: "audio", extension: "mp3" });
  const upload = await stageUpload(deps, file);
  return {
    seconds: audio.duration_ms / 1000,
    upload,
    encoded: { profile: PROFILE, audio, staged },
  };
}

/** Gives an episode the recording, as the end of its encoding would at the moment `at`. */
export async function giveAudio(
  { deps }: World,
  episode_id: number,
  { upload, encoded }: Recording,
  at: Date,
): Promise<void> {
  const encoding_id = await deps.db.transaction().execute(async (db) => {
    const source = await keepUpload(db, deps.media, upload);
    return (await beginEncoding(db, episode_id, source)).encoding_id;
  });
  await attachAudio({ ...deps, clock: () => at }, { episode_id, encoding_id }, [encoded]);
}
