/** Encodes at the target loudness, and encodes again if the peaks came out too high. */
import path from "node:path";
import type { Source } from "./decoding.ts";
import { type Encoded, encode } from "./encode.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { levelling, lowered } from "./loudness.ts";
import { type Measured, measurePeak } from "./measure.ts";
import type { Profile } from "./profiles.ts";
import { MP3 } from "./sniff.ts";

/** `gain_db`: the gain applied to the source. */
export type Levelled = Encoded & Readonly<{ file: string; gain_db: number }>;

const NAME = "audio.mp3";
/** The second try succeeds except with material made to defeat it. */
const MOST_TRIES = 3;

/** Throws as `encode` does. */
export async function encodeLevelled(
  ffmpeg: Ffmpeg,
  source: Source,
  work: { workDir: string; profile: Profile; normalise: boolean; signal: AbortSignal },
  { samples, loudness }: Measured,
  onProgress: (share: number) => void,
): Promise<Levelled> {
  const file = path.join(work.workDir, NAME);
  let level = work.normalise ? levelling(loudness) : null;
  for (let tries = 1; ; tries += 1) {
    const task = { ...work, samples, levelling: level, target: file };
    const encoded = await encode(ffmpeg, source, task, onProgress);
    const done = { ...encoded, file, gain_db: level?.gain_db ?? 0 };
    if (level === null || !level.doubtful || tries === MOST_TRIES) return done;
    const result = { name: NAME, bytes: encoded.bytes, format: MP3 };
    const next = lowered(level, await measurePeak(ffmpeg, result, work));
    if (next === null) return done;
    level = next;
  }
}
