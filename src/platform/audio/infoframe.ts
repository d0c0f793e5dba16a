/** Writes the Info frame that lets players compute the length of CBR audio and seek in it; pure. */
import { parseHeader, sideInfoBytes } from "./mp3.ts";
import type { Profile } from "./profiles.ts";

const KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/** Frame count, byte count and seek table; no quality indicator. */
const FLAGS = 7;
const PLACES = 100;

/**
 * An Info frame (Xing's layout, under the name for constant bit rate) for `frames` frames of `bytes` bytes. It names no
 * encoder, so that players trim nothing at the beginning or the end: the frames contain no delay.
 */
export function infoFrame(profile: Profile, frames: number, bytes: number): Buffer {
  const header = headerOf(profile);
  const parsed = parseHeader(header, 0);
  if (parsed === null) throw new Error("no frame has such a header");
  const frame = Buffer.alloc(parsed.bytes);
  header.copy(frame);
  const at = 4 + sideInfoBytes(parsed);
  frame.write("Info", at, "latin1");
  frame.writeUInt32BE(FLAGS, at + 4);
  frame.writeUInt32BE(frames, at + 8);
  // The byte count includes this frame.
  frame.writeUInt32BE(frame.length + bytes, at + 12);
  for (let place = 0; place < PLACES; place += 1)
    frame[at + 16 + place] = Math.floor((place * 256) / PLACES);
  return frame;
}

/** MPEG-1, layer III, 44.1 kHz, no checksum, no padding, an original; joint stereo or one channel. */
function headerOf({ bitrate_kbps, channels }: Profile): Buffer {
  const rate = KBPS.indexOf(bitrate_kbps) << 4;
  return Buffer.of(0xff, 0xfb, rate, (channels === 1 ? 0xc0 : 0x40) | 4);
}
