/** What both passes over a source have in common: how ffmpeg is told to read it, and its time. */
import { DECODERS } from "./decoders.ts";
import type { Profile } from "./profiles.ts";
import type { Format } from "./sniff.ts";

/** The source as ffmpeg may read it: a file of this name in its own folder. */
export type Source = Readonly<{ name: string; bytes: number; format: Format }>;

/** Longer recordings are refused. */
export const MAX_HOURS = 24;

/**
 * Options before and with `-i`: the format is forced, decoders are those for sound, other files and the
 * network are out of reach.
 */
export const inputArgs = ({ name, format }: Source): string[] => [
  ...["-nostdin", "-hide_banner", "-nostats", "-loglevel", "info", "-threads", "1"],
  ...["-protocol_whitelist", "file,pipe", "-codec_whitelist", DECODERS.join(",")],
  ...["-f", format.demuxer],
  ...["-t", String(MAX_HOURS * 3600 + 1), "-i", `file:${name}`],
];

/**
 * Options of an output: no pictures, subtitles or data, nothing of the source's tags, and pieces of
 * 32 KiB: one write for every frame takes a tenth of the time.
 */
export const outputArgs = (label: string): string[] => [
  ...["-map", `[${label}]`, "-vn", "-sn", "-dn"],
  ...["-map_metadata", "-1", "-map_chapters", "-1", "-flush_packets", "0"],
];

/** Start of every chain of filters: the first sound track, as the profile has it, in floats. */
export const toProfile = ({ sample_rate, channels }: Profile): string =>
  `[0:a:0]aresample=${sample_rate}:rematrix_maxval=1,aformat=sample_fmts=fltp:channel_layouts=${
    channels === 1 ? "mono" : "stereo"
  }`;

/**
 * Time for decoding. The thinnest sound has some 750 bytes a second (Opus, AMR); a machine that does
 * less than five seconds of it in one is too slow. What decodes to far more than its size does not
 * get through. No more than three hours.
 */
export const decodingLimit = ({ bytes }: Source): number =>
  Math.min(10_800_000, 120_000 + Math.ceil(bytes / 3.75));

/** Time for encoding so many seconds: half of what listening takes, and no more than six hours. */
export const encodingLimit = (seconds: number): number =>
  Math.min(21_600_000, 120_000 + Math.ceil(seconds * 500));
