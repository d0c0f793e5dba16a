/**
 * Finds inaudible cut points in a stored MP3 by estimating the loudness of its frames from their side information;
 * pure.
 */
import { type FrameHeader, parseHeader, sameKind } from "./mp3.ts";
import type { Profile } from "./profiles.ts";

/** A frame boundary: the number of the frame after it, and that frame's offset in the file. */
export type Cut = Readonly<{ frame: number; byte_at: number }>;

/** Maximum distance between the requested time and a cut. */
export const REACH_MS = 250;

/** A byte range of a file. */
export type Window = Readonly<{ at: number; bytes: number }>;

type Stored = Readonly<{ profile: Profile; header_bytes: number; frames: number; bytes: number }>;

const samplesOf = ({ sample_rate }: Profile): number => (sample_rate >= 32_000 ? 1152 : 576);

/** Average size of a frame in bytes: padding makes a frame one byte longer or shorter. */
const frameBytes = (profile: Profile): number =>
  (samplesOf(profile) * 125 * profile.bitrate_kbps) / profile.sample_rate;

/** The frames within reach of `timecode` (ms), plus the one before them, because a cut has two sides. */
function framesNear({ profile, frames }: Stored, timecode: number) {
  const frameMs = (samplesOf(profile) * 1000) / profile.sample_rate;
  const within = (frame: number) => Math.max(0, Math.min(frames, frame));
  return {
    wanted: within(Math.round(timecode / frameMs)),
    first: within(Math.ceil((timecode - REACH_MS) / frameMs)),
    last: within(Math.floor((timecode + REACH_MS) / frameMs)),
  };
}

/** The byte range of the file that is needed to find a cut near `timecode`. */
export function windowAround(stored: Stored, timecode: number): Window {
  const { first, last } = framesNear(stored, timecode);
  const size = frameBytes(stored.profile);
  const begin = stored.header_bytes + Math.floor((first - 1) * size) - SLACK;
  const at = Math.max(stored.header_bytes, begin);
  const end = stored.header_bytes + Math.ceil((last + 2) * size) + SLACK;
  return { at, bytes: Math.min(end, stored.bytes) - at };
}

/** Tolerance in bytes: padding moves a frame by a byte or two from its computed offset. */
const SLACK = 8;

/**
 * The quietest frame boundary within reach of `timecode` (ms); of equally quiet ones, the nearest. `bytes` is the
 * content of `window`. Null if it does not hold the expected frames.
 */
export function quietestCut(
  stored: Stored,
  timecode: number,
  window: Window,
  bytes: Buffer,
): Cut | null {
  const { wanted, first, last } = framesNear(stored, timecode);
  const known = readFrames(stored, window, bytes);
  let best: { cut: Cut; loudness: number; distance: number } | null = null;
  for (let frame = first; frame <= last; frame += 1) {
    const behind = known.get(frame);
    const before = known.get(frame - 1);
    const byte_at = behind?.at ?? (before && before.at + before.bytes);
    if (byte_at === undefined) continue;
    const loudness = Math.max(before?.end ?? 0, behind?.begin ?? 0);
    const distance = Math.abs(frame - wanted);
    const better =
      best === null ||
      loudness < best.loudness ||
      (loudness === best.loudness && distance < best.distance);
    if (better) best = { cut: { frame, byte_at }, loudness, distance };
  }
  return best?.cut ?? null;
}

/** `begin`, `end`: loudness of the frame's first and second half, 0 for silence. */
type Heard = { at: number; bytes: number; begin: number; end: number };

/** The frames that lie completely within `bytes`, by number. */
function readFrames(stored: Stored, window: Window, bytes: Buffer): Map<number, Heard> {
  const found = new Map<number, Heard>();
  const size = frameBytes(stored.profile);
  for (let at = firstFrame(bytes); at !== null && at < bytes.length; ) {
    const header = parseHeader(bytes, at);
    if (header === null || at + header.bytes > bytes.length) break;
    const place = window.at + at;
    const frame = Math.round((place - stored.header_bytes) / size);
    const [begin = 0, end = 0] = loudnessOf(bytes.subarray(at, at + header.bytes), header);
    found.set(frame, { at: place, bytes: header.bytes, begin, end });
    at += header.bytes;
  }
  return found;
}

/** The offset of the first frame that another frame of the same kind follows. */
function firstFrame(bytes: Buffer): number | null {
  for (let at = 0; at < bytes.length; at += 1) {
    const header = parseHeader(bytes, at);
    if (header === null) continue;
    const next = parseHeader(bytes, at + header.bytes);
    if (at + header.bytes === bytes.length || (next !== null && sameKind(header, next))) return at;
  }
  return null;
}

/** The largest value that each Huffman table can hold (ISO 11172-3 table 3-B.7), escapes included. */
const LARGEST = [
  ...[0, 1, 2, 2, 0, 3, 3, 5, 5, 5, 7, 7, 7, 15, 0, 15],
  ...[1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13].map((bits) => 14 + 2 ** bits),
];

/**
 * Loudness of the two halves (granules) of an MPEG-1 frame, in powers of two: the quantiser's step times the largest
 * value that its tables can hold (ISO 11172-3 §2.4.2.7, §2.4.3.4). This is not the actual level, but it falls with it,
 * and only a pause reaches the values of a pause.
 */
function loudnessOf(frame: Buffer, { channels, side_info_at, version }: FrameHeader): number[] {
  if (version !== 1) return [];
  const bits = bitReader(frame, side_info_at);
  // main_data_begin, private bits, scfsi.
  bits(channels === 1 ? 9 + 5 + 4 : 9 + 3 + 8);
  return [0, 1].map(() =>
    Math.max(...Array.from({ length: channels }, () => loudnessOfGranule(bits))),
  );
}

/** Loudness of one channel's granule, whose side information is 59 bits. */
function loudnessOfGranule(bits: (count: number) => number): number {
  const length = bits(12);
  const big_values = bits(9);
  const global_gain = bits(8);
  bits(4);
  const switched = bits(1) === 1;
  if (switched) bits(3);
  const tables = switched ? [bits(5), bits(5)] : [bits(5), bits(5), bits(5)];
  bits(switched ? 9 : 7);
  bits(3);
  if (length === 0) return 0;
  const largest = big_values === 0 ? 1 : Math.max(1, ...tables.map((table) => LARGEST[table] ?? 1));
  return Math.max(1, global_gain / 4 + (4 / 3) * Math.log2(largest));
}

/** Returns the next bits as a number, at most 24 at a time; zeroes beyond the end. */
function bitReader(bytes: Buffer, from: number): (count: number) => number {
  let place = from * 8;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, place += 1)
      value = value * 2 + (((bytes[place >> 3] ?? 0) >> (7 - (place & 7))) & 1);
    return value;
  };
}
