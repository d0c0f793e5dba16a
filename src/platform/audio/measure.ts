/** The first pass: measures the duration, loudness and waveform of a source. */
import {
  decodingLimit,
  inputArgs,
  MAX_HOURS,
  outputArgs,
  type Source,
  toProfile,
} from "./decoding.ts";
import { AudioError } from "./failure.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { createLoudnessReader, HEADROOM_DB, type Loudness } from "./loudness.ts";
import type { Profile } from "./profiles.ts";
import { runFfmpeg } from "./sandbox.ts";
import { createPeakCollector, type PeakCollector } from "./waveform.ts";

/** `samples`: number of decoded samples per channel, at the profile's rate. */
export type Measured = Readonly<{ samples: number; loudness: Loudness; peaks: PeakCollector }>;

/** Shorter files are refused: 50 ms. */
const LEAST_SECONDS = 0.05;

/** `onProgress` receives a share from 0 to 1 if the source declares its length. Throws `AudioError`. */
export async function measure(
  ffmpeg: Ffmpeg,
  source: Source,
  work: { workDir: string; profile: Profile; signal: AbortSignal },
  onProgress: (share: number) => void,
): Promise<Measured> {
  const rate = work.profile.sample_rate;
  const log = createLog();
  const pcm = createPcm();
  const { code } = await runFfmpeg(ffmpeg, {
    args: measureArgs(source, work.profile),
    cwd: work.workDir,
    limitMs: decodingLimit(source),
    signal: work.signal,
    onOutput(chunk) {
      pcm.push(chunk);
      if (log.seconds > 0) onProgress(Math.min(1, pcm.peaks.samples / rate / log.seconds));
    },
    onLine: log.line,
  });
  const { samples } = pcm.peaks;
  if (log.outOfMemory) throw new AudioError("The file needs too much memory to be decoded.");
  if (samples < rate * LEAST_SECONDS) throw nothing(log, code, samples);
  if (samples > rate * 3600 * MAX_HOURS)
    throw new AudioError(`The recording is longer than ${MAX_HOURS} hours.`);
  return { samples, loudness: log.loudness(), peaks: pcm.peaks };
}

/** True peak of the encoded file in dBTP; null for silence. */
export async function measurePeak(
  ffmpeg: Ffmpeg,
  source: Source,
  { workDir, profile, signal }: { workDir: string; profile: Profile; signal: AbortSignal },
): Promise<number | null> {
  const log = createLoudnessReader();
  const graph = `${toProfile(profile)},${truePeak(profile)}[out]`;
  await runFfmpeg(ffmpeg, {
    args: [
      ...[...inputArgs(source), "-filter_complex", graph],
      ...[...outputArgs("out"), "-f", "null", "-"],
    ],
    cwd: workDir,
    limitMs: decodingLimit(source),
    signal,
    onOutput() {},
    onLine: log.line,
  });
  return log.result().true_peak_dbtp;
}

/**
 * The largest sample at four times the sample rate (ITU-R BS.1770 annex 2, 12 taps per phase). ebur128's own
 * `peak=true` gives the same result within 0.1 dB and takes six times as long.
 */
export const truePeak = ({ sample_rate }: Profile): string =>
  `aresample=${4 * sample_rate}:filter_size=12:phase_shift=2,` +
  `volume=-${HEADROOM_DB}dB:precision=float,aformat=sample_fmts=s16,volumedetect`;

/** The filter graph: measures the audio as it will be encoded, and outputs one channel of 16 bits. */
function measureArgs(source: Source, profile: Profile): string[] {
  const graph = [
    `${toProfile(profile)},asplit=3[heard][peaks][seen]`,
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

function nothing(log: Log, code: number | null, samples: number): AudioError {
  if (log.noIndex) return new AudioError("The file is cut off: its index at the end is missing.");
  if (log.noTrack) return new AudioError("There is no sound in this file.");
  if (samples > 0)
    return new AudioError("The recording is too short: it has to last at least 0.05 seconds.");
  return new AudioError(
    code === 0
      ? "There is no sound in this file."
      : "The file is damaged: nothing in it can be decoded.",
  );
}

/** A chunk of the stream may end within a sample: the odd byte is kept for the next chunk. */
function createPcm(): { peaks: PeakCollector; push(chunk: Buffer): void } {
  const peaks = createPeakCollector();
  let odd = Buffer.alloc(0);
  return {
    peaks,
    push(chunk) {
      const bytes =
        odd.length === 0 && chunk.byteOffset % 2 === 0 ? chunk : Buffer.concat([odd, chunk]);
      const whole = bytes.length - (bytes.length % 2);
      // Int16Array needs alignment: copied, as Buffer.concat may place small buffers anywhere in its pool.
      const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
      peaks.add(new Int16Array(aligned.buffer, aligned.byteOffset, whole / 2));
      odd = Buffer.from(bytes.subarray(whole));
    },
  };
}

type Log = ReturnType<typeof createLog>;

/** Extracts from ffmpeg's log the declared length, the loudness, and the reason if nothing was decoded. */
function createLog() {
  const loudness = createLoudnessReader();
  const log = {
    seconds: 0,
    noTrack: false,
    noIndex: false,
    outOfMemory: false,
    loudness: () => loudness.result(),
    line(text: string) {
      loudness.line(text);
      const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):([\d.]+),/.exec(text) ?? [];
      if (seconds) log.seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      if (/matches no streams|does not contain any stream/.test(text)) log.noTrack = true;
      if (/moov atom not found/.test(text)) log.noIndex = true;
      if (/Cannot allocate memory/.test(text)) log.outOfMemory = true;
    },
  };
  return log;
}
