/** Composes a short tune for a show: a rising figure of plucked tones over a chord, with an echo. */
import type { Random } from "../random.ts";
import { RATE } from "./wav.ts";

/** Steps of scales in semitones. */
const SCALES = [
  [0, 2, 4, 7, 9],
  [0, 3, 5, 7, 10],
  [0, 2, 3, 7, 8],
  [0, 2, 4, 6, 9],
  [0, 4, 5, 7, 11],
] as const;

type Note = Readonly<{ at: number; semitone: number; seconds: number; level: number }>;

export type Tune = Readonly<{
  root: number;
  notes: readonly Note[];
  seconds: number;
  bright: number;
}>;

/** The tune of a show: always the same one. */
export function composeTune(random: Random): Tune {
  const scale = random.pick(SCALES);
  const root = 130.8 * 2 ** (random.below(9) / 12);
  const beat = random.between(0.17, 0.3);
  const figure = Array.from({ length: 6 + random.below(4) }, (_, index) => index);
  let step = random.below(3);
  const notes = figure.map((index): Note => {
    step = Math.max(0, Math.min(9, step + random.pick([-2, -1, 1, 1, 2, 3])));
    const semitone = (scale[step % scale.length] ?? 0) + 12 * Math.floor(step / scale.length);
    return { at: index * beat, semitone, seconds: 1.4, level: 0.5 };
  });
  const end = figure.length * beat;
  const chord = [0, scale[2], scale[3], 12].map(
    (semitone, index): Note => ({ at: end + index * 0.03, semitone, seconds: 2.4, level: 0.34 }),
  );
  const bass = { at: 0, semitone: -12, seconds: end + 1, level: 0.4 };
  return {
    root,
    notes: [bass, ...notes, ...chord],
    seconds: end + 2.6,
    bright: random.between(0.25, 0.6),
  };
}

/** Adds the tune to `sound` from the sample `from` on. */
export function play(sound: Float32Array, from: number, tune: Tune, level: number): void {
  for (const echo of [0, 0.19, 0.38]) {
    const share = level * 0.38 ** (echo / 0.19);
    for (const { at, semitone, seconds, level: loud } of tune.notes)
      pluck(sound, from + Math.round((at + echo) * RATE), {
        hertz: tune.root * 2 ** (semitone / 12),
        seconds,
        level: loud * share,
        bright: tune.bright,
      });
  }
}

type Tone = Readonly<{ hertz: number; seconds: number; level: number; bright: number }>;

/** A tone of four harmonics; the higher ones fade sooner. */
function pluck(sound: Float32Array, from: number, { hertz, seconds, level, bright }: Tone): void {
  const end = Math.min(sound.length, from + Math.round(seconds * RATE));
  for (let harmonic = 1; harmonic <= 4; harmonic += 1) {
    const turn = (2 * Math.PI * hertz * harmonic) / RATE;
    const fade = (3.2 * harmonic) / (seconds * RATE);
    const loud = level * bright ** (harmonic - 1);
    for (let at = Math.max(0, from); at < end; at += 1) {
      const age = at - from;
      const attack = Math.min(1, age / (0.006 * RATE));
      sound[at] = (sound[at] ?? 0) + loud * attack * Math.exp(-fade * age) * Math.sin(turn * age);
    }
  }
}
