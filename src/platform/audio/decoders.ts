/** The decoders that ffmpeg may use: audio only, for the formats that Longwave accepts. */

const PCM = [
  ...["alaw", "mulaw", "s8", "u8", "s8_planar"],
  ...["s16", "s24", "s32", "s64", "u16", "u24", "u32", "f16", "f24", "f32", "f64"].flatMap(
    (sample) => [`${sample}le`, `${sample}be`],
  ),
  ...["s16be_planar", "s16le_planar", "s24le_planar", "s32le_planar"],
].map((name) => `pcm_${name}`);

/**
 * Names as `ffmpeg -decoders` lists them, both native decoders and those of libraries. Images, videos, subtitles and
 * unusual audio formats are never decoded: every further decoder adds attack surface.
 */
export const DECODERS: readonly string[] = [
  ...["mp3", "mp3float", "mp2", "mp2float", "mp1", "mp1float"],
  ...["aac", "aac_fixed", "aac_latm", "libfdk_aac", "alac"],
  ...["ac3", "ac3_fixed", "eac3"],
  ...["flac", "vorbis", "libvorbis", "opus", "libopus", "speex", "libspeex"],
  ...["wmav1", "wmav2", "wmapro", "wmalossless", "wmavoice"],
  ...["amrnb", "amrwb", "libopencore_amrnb", "libopencore_amrwb", "qcelp", "evrc"],
  ...["gsm", "gsm_ms", "libgsm", "libgsm_ms", "g722", "g726", "g726le"],
  ...["adpcm_ima_wav", "adpcm_ima_qt", "adpcm_ms", "adpcm_yamaha"],
  ...["mace3", "mace6", "qdm2", "qdmc"],
  ...PCM,
];
