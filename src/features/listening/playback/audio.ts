/** Describes an episode's stored audio that can be stitched; pure. */
import { PROFILES, type Profile } from "../../../platform/audio/profiles.ts";
import type { MediaKey } from "../../../platform/media/key.ts";

/** A stored MP3 of a delivery profile: constant bit rate, and every frame is independent. */
export type StoredAudio = Readonly<{
  key: MediaKey;
  /** The name of its profile, with which creatives are encoded too. */
  name: string;
  profile: Profile;
  header_bytes: number;
  frames: number;
  bytes: number;
}>;

type Row = Readonly<{
  media_key: string | null;
  media_bytes: number | null;
  media_header_bytes: number | null;
  media_frames: number | null;
}>;

/** In a file with so few frames, each may have one byte more or less. */
const TOLERANCE = 0.003;

/**
 * The stored audio with its profile, recognised by its bit rate, which differs between profiles. (The show's profile
 * only applies to future encodings.) Null for audio that was not encoded here; it is served unchanged.
 */
export function storedAudio(row: Row): StoredAudio | null {
  const { media_key: key, media_bytes: bytes, media_frames: frames } = row;
  const header_bytes = row.media_header_bytes ?? 0;
  if (key === null || bytes === null || frames === null || frames < 1) return null;
  for (const [name, profile] of Object.entries(PROFILES)) {
    const expected = (1152 * 125 * profile.bitrate_kbps) / profile.sample_rate;
    if (Math.abs((bytes - header_bytes) / frames / expected - 1) <= TOLERANCE)
      return { key, name, profile, header_bytes, frames, bytes };
  }
  return null;
}
