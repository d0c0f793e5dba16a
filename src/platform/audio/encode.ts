/** The second pass: encodes an MP3 with constant bit rate and independent frames, cut to the exact frame. */
import { open } from "node:fs/promises";
import { encodingLimit, inputArgs, outputArgs, type Source, toProfile } from "./decoding.ts";
import { AudioError } from "./failure.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { factorOf, type Levelling } from "./loudness.ts";
import { createFramer, type Frame, type FrameHeader, sameKind } from "./mp3.ts";
import type { Profile } from "./profiles.ts";
import { letSandboxRead, runFfmpeg } from "./sandbox.ts";

export type Encoded = Readonly<{ bytes: number; frames: number }>;

/**
 * Samples by which the encoder and a decoder delay the audio: 576 for the encoder, 529 for the decoder (LAME's
 * technical FAQ). Silence is put before the audio to fill whole frames, and these frames are then dropped: the first
 * frame of the file begins with the first sample of the source.
 */
const CODEC_DELAY = 576 + 529;
/** Look-ahead of the limiter, which delays the audio by the same time. */
const LOOKAHEAD_MS = 5;

/** Writes `target` with as many frames as `samples` fill. Throws `AudioError` or a file system error. */
export async function encode(
  ffmpeg: Ffmpeg,
  source: Source,
  work: {
    workDir: string;
    profile: Profile;
    signal: AbortSignal;
    samples: number;
    levelling: Levelling | null;
    target: string;
  },
  onProgress: (share: number) => void,
): Promise<Encoded> {
  const { profile, samples } = work;
  const wanted = frameLayout(profile, samples, work.levelling);
  await using file = await open(work.target, "w");
  // A different unprivileged user may measure it again.
  await letSandboxRead(work.target, 0o640);
  const framer = createFramer();
  const done = { seen: 0, bytes: 0, frames: 0, first: null as FrameHeader | null };
  const take = (frame: Frame): Buffer[] => {
    done.first ??= frame.header;
    if (!sameKind(done.first, frame.header) || frame.main_data_begin !== 0 || frame.info)
      throw new Error("ffmpeg wrote an MP3 that is not constant, frame by frame");
    done.seen += 1;
    if (done.seen <= wanted.skip || done.frames === wanted.frames) return [];
    done.frames += 1;
    done.bytes += frame.bytes.length;
    return [frame.bytes];
  };
  await runFfmpeg(ffmpeg, {
    args: encodeArgs(source, profile, work.levelling, wanted.pad),
    cwd: work.workDir,
    limitMs: encodingLimit(samples / profile.sample_rate),
    signal: work.signal,
    async onOutput(chunk) {
      const frames = framer.push(chunk).flatMap(take);
      if (frames.length > 0) await file.appendFile(Buffer.concat(frames));
      onProgress(done.frames / wanted.frames);
    },
    onLine() {},
  });
  if (framer.junk > 0 || wanted.frames - done.frames > 1)
    throw new AudioError("The server failed while encoding this file.", { retry: true });
  return { bytes: done.bytes, frames: done.frames };
}

/** Silent samples to prepend, whole frames to drop for them, and frames to keep. */
function frameLayout({ sample_rate }: Profile, samples: number, levelling: Levelling | null) {
  const frame = sample_rate >= 32_000 ? 1152 : 576;
  const late = CODEC_DELAY + (levelling?.limit_dbfs == null ? 0 : lookahead(sample_rate));
  const skip = Math.ceil(late / frame);
  return { pad: skip * frame - late, skip, frames: Math.ceil(samples / frame) };
}

/** In samples, as alimiter computes it: one less than the size of its buffer (measured). */
const lookahead = (rate: number): number => Math.floor((LOOKAHEAD_MS * rate) / 1000) - 1;

function encodeArgs(
  source: Source,
  profile: Profile,
  levelling: Levelling | null,
  pad: number,
): string[] {
  const { sample_rate, channels, bitrate_kbps } = profile;
  const delays = Array.from({ length: channels }, () => `${pad}S`).join("|");
  const filters = [
    toProfile(profile),
    ...(levelling === null ? [] : [volume(factorOf(levelling.gain_db))]),
    ...(levelling?.limit_dbfs == null ? [] : [limiter(levelling.limit_dbfs)]),
    volume(1 / lameScale(bitrate_kbps)),
    `adelay=${delays}`,
    // Pushes out the samples that the limiter and the encoder still hold back at the end.
    `apad=pad_len=${2 * 1152}`,
  ];
  return [
    ...inputArgs(source),
    ...["-filter_complex", `${filters.join(",")}[out]`],
    ...outputArgs("out"),
    ...["-c:a", "libmp3lame", "-b:a", `${bitrate_kbps}k`, "-reservoir", "0"],
    ...["-ar", String(sample_rate), "-ac", String(channels)],
    ...["-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "pipe:1"],
  ];
}

const volume = (factor: number): string => `volume=${factor.toFixed(6)}:precision=float`;

/**
 * LAME lowers the volume of its input depending on the bit rate (its presets; confirmed by measuring). This factor is
 * undone beforehand.
 */
const lameScale = (kbps: number): number =>
  kbps <= 160 ? 0.95 : kbps <= 192 ? 0.97 : kbps <= 224 ? 0.98 : 1;

const limiter = (dbfs: number): string =>
  `alimiter=limit=${factorOf(dbfs).toFixed(4)}:attack=${LOOKAHEAD_MS}:release=50:level=0`;
