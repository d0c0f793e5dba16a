/**
 * Synthesises the murmur of a voice: a glottal pulse with a moving pitch and noise for consonants, through three
 * resonators that move between the formants of vowels. It says nothing, but it has the rhythm of speech.
 */
import type { Random } from "../random.ts";
import { RATE } from "./wav.ts";

export type Voice = Readonly<{
  /** Mean pitch in Hz. */
  pitch: number;
  /** Length of the vocal tract: above 1 for smaller speakers. */
  tract: number;
  /** Syllables per second. */
  pace: number;
}>;

/** Formants of vowels in Hz (Peterson and Barney 1952, rounded). */
const VOWELS = [
  [730, 1090, 2440],
  [660, 1720, 2410],
  [530, 1840, 2480],
  [390, 1990, 2550],
  [270, 2290, 3010],
  [570, 840, 2410],
  [440, 1020, 2240],
  [300, 870, 2240],
  [490, 1350, 1690],
  [640, 1190, 2390],
] as const;
type Formants = readonly [number, number, number];

const WIDTHS = [80, 110, 160] as const;
/** Shares of the formants in the sound. */
const LEVELS = [1, 1.1, 0.8] as const;
/** Formants change this often. */
const STEP = Math.round(RATE / 200);

/** A sound of a syllable: `noise` is the share of breath in it, `loud` its level. */
type Phone = Readonly<{ seconds: number; formants: Formants; noise: number; loud: number }>;

const MUTE: Formants = [500, 1500, 2500];
/** After each phrase, the voice fades. */
const SILENCE: Phone = { seconds: 0.08, formants: MUTE, noise: 0.02, loud: 0 };
const FADE = Math.round(SILENCE.seconds * RATE);

/** Adds speech to `sound` from `from` to `to` (samples), one phrase after the other. */
export function speak(
  sound: Float32Array,
  { from, to }: Readonly<{ from: number; to: number }>,
  voice: Voice,
  random: Random,
): void {
  const throat = openThroat(random);
  let at = from;
  while (at < to - RATE) {
    const syllables = 4 + random.below(11);
    const phones = Array.from({ length: syllables }, () => syllable(voice, random)).flat();
    const question = random.chance(0.12);
    const total = phones.reduce((sum, { seconds }) => sum + seconds, 0);
    const accent = random.between(0.1, 0.7);
    let spoken = 0;
    for (const phone of phones) {
      const length = Math.round(phone.seconds * RATE);
      if (at + length > to) return;
      const pitchAt = (share: number) => {
        const place = (spoken + share * phone.seconds) / total;
        const fall = question ? 0.95 + 0.3 * place ** 4 : 1.14 - 0.3 * place;
        return voice.pitch * (fall + 0.16 * Math.exp(-(((place - accent) / 0.09) ** 2)));
      };
      throat.utter(sound, { at, length }, phone, pitchAt);
      spoken += phone.seconds;
      at += length;
    }
    if (at + FADE > to) return;
    throat.utter(sound, { at, length: FADE }, SILENCE, () => voice.pitch);
    at += FADE;
    at += Math.round(
      RATE * (random.chance(0.3) ? random.between(0.45, 0.9) : random.between(0.14, 0.32)),
    );
  }
}

/** A consonant and a vowel, sometimes with another consonant behind. */
function syllable({ pace, tract }: Voice, random: Random): Phone[] {
  const vowel = random.pick(VOWELS).map((hertz) => hertz * tract) as unknown as Formants;
  const seconds = (random.between(0.7, 1.5) * 0.62) / pace;
  const phones: Phone[] = [
    { seconds, formants: vowel, noise: 0.03, loud: random.between(0.75, 1) },
  ];
  if (random.chance(0.85)) phones.unshift(consonant(vowel, pace, random));
  if (random.chance(0.25)) phones.push(consonant(vowel, pace, random));
  return phones;
}

function consonant([first, second, third]: Formants, pace: number, random: Random): Phone {
  const seconds = (random.between(0.6, 1.2) * 0.3) / pace;
  const kind = random.next();
  if (kind < 0.3)
    return { seconds, formants: [1700, 3100, 4700], noise: 1, loud: random.between(0.1, 0.24) };
  if (kind < 0.6) return { seconds, formants: [250, 1100, 2200], noise: 0.02, loud: 0.35 };
  if (kind < 0.8)
    return { seconds, formants: [first * 0.6, second * 0.9, third], noise: 0.06, loud: 0.5 };
  return { seconds, formants: MUTE, noise: 0.5, loud: 0.02 };
}

/** Glottis and resonators with their state, which goes on from one sound to the next. */
function openThroat(random: Random) {
  const resonators = LEVELS.map((level, index) =>
    openResonator(MUTE[index] ?? 0, WIDTHS[index] ?? 0, level),
  );
  let phase = 0;
  let loud = 0;
  let breath = 0;
  let drift = 0;
  const nextSource = (step: number, phone: Phone): number => {
    loud += (phone.loud - loud) * 0.004;
    breath += (phone.noise - breath) * 0.006;
    phase = (phase + step) % 1;
    const pulse = pulseAt(phase);
    const hiss = (random.next() - 0.5) * (0.04 + breath * 1.5);
    return (pulse * (1 - breath) + hiss) * loud;
  };
  return {
    utter(sound: Float32Array, { at, length }: Stretch, phone: Phone, pitchAt: PitchCurve) {
      for (let start = 0; start < length; start += STEP) {
        drift = 0.96 * drift + random.between(-0.006, 0.006);
        const step = (pitchAt(start / length) * (1 + drift)) / RATE;
        for (const [index, one] of resonators.entries())
          one.moveTo(phone.formants[index] ?? 0, phone.noise);
        const end = Math.min(start + STEP, length);
        for (let sample = start; sample < end; sample += 1) {
          const source = nextSource(step, phone);
          let out = 0;
          for (const one of resonators) out += one.pass(source);
          sound[at + sample] = (sound[at + sample] ?? 0) + out;
        }
      }
    },
  };
}

/** The folds open slowly and close fast, which makes the higher harmonics. The mean is about 0. */
function pulseAt(phase: number): number {
  if (phase < 0.45) return Math.sin((Math.PI * phase) / 0.9) ** 2 - 0.29;
  return phase < 0.55 ? Math.cos((Math.PI * (phase - 0.45)) / 0.2) - 0.29 : -0.29;
}

/** Samples of a sound, and the pitch in Hz at each share of them. */
type Stretch = Readonly<{ at: number; length: number }>;
type PitchCurve = (share: number) => number;

/** A filter of two poles around a frequency that glides. */
function openResonator(first: number, width: number, level: number) {
  let hertz = first;
  let [before, last, back, decay, gain] = [0, 0, 0, 0, 0];
  return {
    moveTo(target: number, noise: number) {
      hertz += (target - hertz) * 0.28;
      const radius = Math.exp((-Math.PI * width * (1 + noise)) / RATE);
      back = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
      decay = -radius * radius;
      gain = (1 - radius) * 2.2 * level;
    },
    pass(source: number): number {
      const value = source * gain + back * last + decay * before;
      before = last;
      last = value;
      return value;
    },
  };
}
