/** Measures a short recording for a check by ear and eye: loudness, peaks, silence at its ends, clipping, waveform. */
import { decodingLimit, inputArgs, outputArgs, type Source, toProfile } from "./decoding.ts";
import { AudioError } from "./failure.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { createLoudnessReader, type Loudness } from "./loudness.ts";
import { truePeak } from "./measure.ts";
import type { Profile } from "./profiles.ts";
import { runFfmpeg } from "./sandbox.ts";

export type SoundCheck = Loudness &
  Readonly<{
    /** Below −60 dBFS at the beginning and at the end, in ms; the whole length if all of it is silent. */
    silence_start: number;
    silence_end: number;
    /** Whether its samples stay at full scale for several in a row, which is heard as distortion. */
    clipped: boolean;
    /** The largest sample of each of up to 240 equal parts, 0 to 100. */
    peaks: readonly number[];
  }>;

const PEAKS = 240;
/** −60 dBFS in 16 bits. */
const SILENCE = 33;
/** Peaks are kept for pieces of this length until the whole length is known. */
const PIECE_MS = 10;

/** Throws `AudioError`. */
export async function checkSound(
  ffmpeg: Ffmpeg,
  source: Source,
  { workDir, profile, signal }: { workDir: string; profile: Profile; signal: AbortSignal },
): Promise<SoundCheck> {
  const loudness = createLoudnessReader();
  const clipping = createClippingReader();
  const shape = createShape(profile);
  await runFfmpeg(ffmpeg, {
    args: checkArgs(source, profile),
    cwd: workDir,
    limitMs: decodingLimit(source),
    signal,
    onOutput: shape.add,
    onLine(line) {
      loudness.line(line);
      clipping.line(line);
    },
  });
  const measured = shape.result();
  if (measured === null) throw new AudioError("There is no sound in this file.");
  return { ...loudness.result(), clipped: clipping.result(), ...measured };
}

/** Peaks and clipping are those of the file's own channels; loudness and waveform are those that are served. */
function checkArgs(source: Source, profile: Profile): string[] {
  const graph = [
    "[0:a:0]asplit=3[raw][peaks][played]",
    "[raw]aformat=sample_fmts=s16,astats,anullsink",
    `${toProfile(profile).replace("[0:a:0]", "[played]")},asplit=2[heard][seen]`,
    "[heard]ebur128=framelog=verbose,anullsink",
    `[peaks]${truePeak(profile)},anullsink`,
    "[seen]aformat=sample_fmts=s16:channel_layouts=mono[pcm]",
  ].join(";");
  return [
    ...inputArgs(source),
    ...["-filter_complex", graph],
    ...outputArgs("pcm"),
    ...["-f", "s16le", "pipe:1"],
  ];
}

/** At this level samples are full scale; in dBFS. */
const FULL_SCALE_DB = -0.1;
/** astats' flat factor: on average two samples in a row stay at the peak. A sine at full scale has 0, a clipped one 30. */
const FLAT_DB = 6;

function createClippingReader(): { line(text: string): void; result(): boolean } {
  let [peak, flat] = [Number.NEGATIVE_INFINITY, 0];
  return {
    line(text) {
      const [, name, value] =
        /^\[Parsed_astats_\d+ @ \S+\] (Peak level dB|Flat factor): (\S+)$/.exec(text) ?? [];
      if (name === "Peak level dB") peak = Math.max(peak, Number(value));
      if (name === "Flat factor") flat = Math.max(flat, Number(value));
    },
    result: () => peak >= FULL_SCALE_DB && flat >= FLAT_DB,
  };
}

/** Collects the peak of each piece. A chunk may end within a sample: the odd byte is kept for the next one. */
function createShape({ sample_rate }: Profile) {
  const piece = Math.round((sample_rate * PIECE_MS) / 1000);
  const pieces: number[] = [];
  let odd = Buffer.alloc(0);
  let [seen, high] = [0, 0];
  return {
    add(chunk: Buffer): void {
      const bytes = odd.length === 0 ? chunk : Buffer.concat([odd, chunk]);
      const whole = bytes.length - (bytes.length % 2);
      for (let at = 0; at < whole; at += 2) {
        high = Math.max(high, Math.abs(bytes.readInt16LE(at)));
        seen += 1;
        if (seen < piece) continue;
        pieces.push(high);
        [seen, high] = [0, 0];
      }
      odd = Buffer.from(bytes.subarray(whole));
    },
    result() {
      const all = seen > 0 ? [...pieces, high] : pieces;
      if (all.length === 0) return null;
      const first = all.findIndex((value) => value > SILENCE);
      const last = all.findLastIndex((value) => value > SILENCE);
      const silent = all.length * PIECE_MS;
      return {
        silence_start: first < 0 ? silent : first * PIECE_MS,
        silence_end: last < 0 ? silent : (all.length - 1 - last) * PIECE_MS,
        peaks: thinned(all).map((value) => Math.round((100 * value) / 32_768)),
      };
    },
  };
}

function thinned(values: readonly number[]): number[] {
  const size = Math.max(1, values.length / PEAKS);
  const count = Math.min(PEAKS, values.length);
  return Array.from({ length: count }, (_, at) =>
    Math.max(
      ...values.slice(
        Math.floor(at * size),
        Math.max(Math.floor(at * size) + 1, Math.floor((at + 1) * size)),
      ),
    ),
  );
}
