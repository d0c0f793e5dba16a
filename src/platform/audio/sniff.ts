/** Detects a file's format from its content, ignoring its name and its declared content type. */
import { type FileHandle, open } from "node:fs/promises";
import { AudioError } from "./failure.ts";
import { id3v2Bytes, parseHeader } from "./mp3.ts";
import { NOT_AUDIO } from "./notaudio.ts";

/** An accepted format: its name for people, ffmpeg's demuxer, and the file extension that music-metadata expects. */
export type Format = Readonly<{ name: string; demuxer: string; extension: string }>;

const format = (name: string, demuxer: string, extension: string): Format => ({
  name,
  demuxer,
  extension,
});

export const MP3 = format("MP3", "mp3", "mp3");
const AAC = format("AAC", "aac", "aac");

const SIGNATURES: readonly (readonly [RegExp, Format])[] = [
  [/^RIFF....WAVE/s, format("WAV", "wav", "wav")],
  [/^RF64....WAVE/s, format("WAV", "wav", "wav")],
  [/^fLaC/, format("FLAC", "flac", "flac")],
  [/^OggS.{23}.{1,255}OpusHead/s, format("Ogg Opus", "ogg", "ogg")],
  [/^OggS.{23}.{1,255}\x01vorbis/s, format("Ogg Vorbis", "ogg", "ogg")],
  [/^OggS/, format("Ogg", "ogg", "ogg")],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, format("WMA", "asf", "wma")],
  [/^#!AMR-WB\n/, format("AMR-WB", "amr", "amr")],
  [/^#!AMR\n/, format("AMR", "amr", "amr")],
  [/^FORM....AIF[FC]/s, format("AIFF", "aiff", "aif")],
  [/^....ftyp3g/s, format("3GP", "mov", "m4a")],
  [/^....ftypM4[AB]/s, format("M4A", "mov", "m4a")],
  [/^....ftypqt/s, format("QuickTime", "mov", "m4a")],
  [/^....(ftyp|moov|mdat|wide|free|skip|pnot)/s, format("MP4", "mov", "m4a")],
];

/** Number of bytes inspected; the junk before an MP3's first frame may be this long, as in ffmpeg. */
const WINDOW = 65_536;

/** Throws `AudioError` that names the actual kind of the file if it is not audio. */
export async function sniff(file: string): Promise<Format> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  if (size === 0) throw new AudioError("The file is empty: it has 0 bytes.");
  const tags = await skipTags(handle);
  if (tags >= size) throw new AudioError("The file contains only tags and no audio.");
  const window = await readAt(handle, tags, WINDOW);
  const found = recognise(window);
  if (found !== null) return found;
  if (window.every((byte) => byte === 0) && size <= WINDOW)
    throw new AudioError("The file contains only zero bytes.");
  throw new AudioError(
    tags > 0
      ? "The file contains tags, but no recognisable audio."
      : "The file is not in a known audio format.",
  );
}

/** The format of a file that begins with `window`, or null. Throws `AudioError` for a known other kind of file. */
function recognise(window: Buffer): Format | null {
  const head = window.toString("latin1", 0, 1024);
  for (const [pattern, known] of SIGNATURES) if (pattern.test(head)) return known;
  for (const [pattern, name] of NOT_AUDIO)
    if (pattern.test(head)) throw new AudioError(`This is ${name}, not audio.`);
  return frames(window);
}

/** ID3v2 tags precede MP3, AAC and FLAC alike, and some programs write them twice. */
async function skipTags(handle: FileHandle): Promise<number> {
  let at = 0;
  for (let round = 0; round < 8; round += 1) {
    const bytes = id3v2Bytes(await readAt(handle, at, 10));
    if (bytes === 0) break;
    at += bytes;
  }
  return at;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Number of consecutive frames required: most files of this size contain two by chance, but not four. */
const IN_A_ROW = 4;

function frames(window: Buffer): Format | null {
  for (let at = 0; at + 7 < window.length; at += 1) {
    if (window[at] !== 0xff) continue;
    if (follow(window, at, mp3Bytes)) return MP3;
    if (follow(window, at, adtsBytes)) return AAC;
  }
  return null;
}

/** A shorter file is accepted if at least two frames reach to its very end. */
function follow(window: Buffer, start: number, bytesAt: (window: Buffer, at: number) => number) {
  let at = start;
  for (let count = 0; count < IN_A_ROW; count += 1) {
    if (at + 7 >= window.length) return count >= 2 && window.length < WINDOW;
    const bytes = bytesAt(window, at);
    if (bytes === 0) return false;
    at += bytes;
  }
  return true;
}

const mp3Bytes = (window: Buffer, at: number): number => parseHeader(window, at)?.bytes ?? 0;

/** ISO 14496-3 §1.A.2.2: sync word, layer 0, a valid sample rate, a frame longer than its header. */
function adtsBytes(window: Buffer, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = window.subarray(at, at + 6);
  if (a !== 0xff || (b & 0xf6) !== 0xf0 || ((c >> 2) & 15) > 12) return 0;
  const bytes = ((d & 3) << 11) | (e << 3) | (f >> 5);
  return bytes > 7 ? bytes : 0;
}
