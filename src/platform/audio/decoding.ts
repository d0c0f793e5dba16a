/** ffmpeg's input options and time limits, shared by both passes over a source. */
import { DECODERS } from "./decoders.ts";
import type { Profile } from "./profiles.ts";
import type { Format } from "./sniff.ts";

/** The source as ffmpeg sees it: a file with this name in its working folder. */
export type Source = Readonly<{ name: string; bytes: number; format: Format }>;

/** Longer recordings are refused. */
export const MAX_HOURS = 24;

/**
 * Options before and with `-i`: they force the format, restrict decoders to audio, and block access to other files and
 * the network.
 */
export const inputArgs = ({ name, format }: Source): string[] => [
  ...["-nostdin", "-hide_banner", "-nostats", "-loglevel", "info", "-threads", "1"],
  ...["-protocol_whitelist", "file,pipe", "-codec_whitelist", DECODERS.join(",")],
  ...["-f", format.demuxer],
  ...["-t", String(MAX_HOURS * 3600 + 1), "-i", `file:${name}`],
];

/**
 * Output options: no images, subtitles or data, no tags of the source, and output in pieces of 32 KiB, which takes a
 * tenth of the time of one write per frame.
 */
export const outputArgs = (label: string): string[] => [
  ...["-map", `[${label}]`, "-vn", "-sn", "-dn"],
  ...["-map_metadata", "-1", "-map_chapters", "-1", "-flush_packets", "0"],
];

/**
 * Start of every filter chain: the first audio track, converted to the profile's sample rate and channels, as floats.
 */
export const toProfile = ({ sample_rate, channels }: Profile): string =>
  `[0:a:0]aresample=${sample_rate}:rematrix_maxval=1,aformat=sample_fmts=fltp:channel_layouts=${
    channels === 1 ? "mono" : "stereo"
  }`;

/**
 * Time limit for decoding in ms. The lowest bit rate to expect is some 750 bytes a second (Opus, AMR), and a machine
 * should decode at least five seconds of that in one second. Files that decode to far more than their size run into the
 * limit. At most three hours.
 */
export const decodingLimit = ({ bytes }: Source): number =>
  Math.min(10_800_000, 120_000 + Math.ceil(bytes / 3.75));

/** Time limit in ms for encoding this many seconds: half of the playing time, at most six hours. */
export const encodingLimit = (seconds: number): number =>
  Math.min(21_600_000, 120_000 + Math.ceil(seconds * 500));
