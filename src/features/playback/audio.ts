/** What of an episode's stored audio can be stitched; pure. */
import { PROFILES, type Profile } from "../../platform/audio/profiles.ts";
import type { MediaKey } from "../../platform/media/key.ts";

/** A stored MP3 of one of our profiles: constant, and every frame stands alone. */
export type StoredAudio = Readonly<{
  key: MediaKey;
  /** Its profile by name, as creatives are encoded by it. */
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

/** A file of so few frames may have one byte more or less in each. */
const TOLERANCE = 0.003;

/**
 * The audio as it can be cut, told by its figures: no two profiles have the same bit rate. A show's
 * profile tells only what comes next. Null for what we did not encode; it is served as it is.
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
