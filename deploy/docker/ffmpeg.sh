#!/bin/sh
# Builds an ffmpeg with only what Longwave uses, from Debian's source package unpacked in the folder $1: some megabytes
# instead of hundreds, and no decoder that Longwave would refuse anyway (src/platform/audio/decoders.ts, sniff.ts).
# Further arguments are passed to configure.
set -eu
cd "$1"
shift

decoders=aac,aac_latm,ac3,alac,amrnb,amrwb,eac3,evrc,flac,g722,g726,g726le,gsm,gsm_ms,mace3,mace6,mp1float,mp2float,mp3float
decoders=$decoders,opus,qcelp,qdm2,qdmc,speex,vorbis,wmalossless,wmapro,wmav1,wmav2,wmavoice
decoders=$decoders,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_yamaha,pcm_alaw,pcm_mulaw,pcm_s8,pcm_s8_planar,pcm_u8
for format in s16 s24 s32 s64 u16 u24 u32 f32 f64; do
  decoders=$decoders,pcm_${format}le,pcm_${format}be
done
decoders=$decoders,pcm_f16le,pcm_f24le,pcm_s16be_planar,pcm_s16le_planar,pcm_s24le_planar,pcm_s32le_planar

./configure --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug \
  --disable-ffplay --disable-ffprobe --disable-avdevice --disable-swscale --enable-libmp3lame \
  --enable-protocol=file,pipe \
  --enable-demuxer=aac,aiff,amr,asf,flac,mov,mp3,ogg,wav \
  --enable-parser=aac,aac_latm,ac3,amr,flac,gsm,mpegaudio,opus,vorbis \
  --enable-decoder="$decoders" \
  --enable-encoder=libmp3lame,pcm_s16le \
  --enable-muxer=mp3,null,pcm_s16le \
  --enable-filter=adelay,aformat,alimiter,anull,anullsink,apad,aresample,asplit,atrim,ebur128,volume,volumedetect \
  "$@"
make -j"$(nproc)" ffmpeg
strip ffmpeg
