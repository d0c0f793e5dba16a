/** Judges the sound of a creative, alone and beside the programmes that it can be placed in; pure. */
import type { StoredSound } from "../../../../../platform/db/rows.ts";

/** What is worth changing in a creative, as in the response of a sound check. */
export const ADVICE = [
  "louder",
  "quieter",
  "clipped",
  "peaks",
  "silence-start",
  "silence-end",
] as const;
export type Advice = (typeof ADVICE)[number];

/** Between a programme and an ad, listeners notice a jump of this size; in LU. */
const JUMP_LU = 3;
/** Silence at the ends is heard as a hole in the programme; a creative should end with half a second of it. In ms. */
const SILENCE_START = 500;
const SILENCE_END = 1500;
/** What episodes are normalised to, as creatives are; in LUFS. */
const TARGET_LUFS = -16;

/** An episode that the ad can be heard in. `loudness_lufs`: of what was uploaded. */
export type Programme = Readonly<{ loudness_lufs: number; normalised: boolean }>;

export type Beside = Readonly<{
  episodes_count: number;
  /** Of what is served; null without episodes. */
  quietest_lufs: number | null;
  loudest_lufs: number | null;
  /** In how many of the episodes the loudness jumps where the ad begins. */
  jumps_count: number;
  /** The greatest difference, positive if the ad is louder; null: unknown. */
  greatest_jump_lu: number | null;
}>;

const servedAt = ({ loudness_lufs, normalised }: Programme): number =>
  normalised ? TARGET_LUFS : loudness_lufs;

/** The ad beside the programmes. `loudness`: of the ad as it is served, in LUFS. */
export function besideOf(loudness: number | null, programmes: readonly Programme[]): Beside {
  const levels = programmes.map(servedAt);
  const jumps = loudness === null ? [] : levels.map((level) => loudness - level);
  const greatest = jumps.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0];
  return {
    episodes_count: levels.length,
    quietest_lufs: levels.length === 0 ? null : rounded(Math.min(...levels)),
    loudest_lufs: levels.length === 0 ? null : rounded(Math.max(...levels)),
    jumps_count: jumps.filter((jump) => Math.abs(jump) > JUMP_LU).length,
    greatest_jump_lu: greatest === undefined ? null : rounded(greatest),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** What to change, the most important first. */
export function adviceFor(sound: StoredSound, { greatest_jump_lu, jumps_count }: Beside): Advice[] {
  const jump = jumps_count > 0 ? (greatest_jump_lu ?? 0) : 0;
  const has: Record<Advice, boolean> = {
    louder: jump > 0,
    quieter: jump < 0,
    clipped: sound.source.clipped,
    peaks: !sound.source.clipped && (sound.source.true_peak_dbtp ?? -1) > 0,
    "silence-start": sound.silence_start > SILENCE_START,
    "silence-end": sound.silence_end > SILENCE_END,
  };
  return ADVICE.filter((one) => has[one]);
}
