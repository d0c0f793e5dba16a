/** The MP3 profiles that Longwave can produce, all with constant bit rate. */

export type Profile = Readonly<{ bitrate_kbps: number; sample_rate: number; channels: 1 | 2 }>;

const profile = (bitrate_kbps: number, channels: 1 | 2): Profile => ({
  bitrate_kbps,
  sample_rate: 44_100,
  channels,
});

/** By name, as in a show's `delivery_profile`. */
export const PROFILES: Readonly<Record<string, Profile>> = {
  "mp3-128-stereo": profile(128, 2),
  "mp3-64-mono": profile(64, 1),
  "mp3-192-stereo": profile(192, 2),
  "mp3-96-mono": profile(96, 1),
};
