/** Puts a recording together: the show's tune, voices that take turns, and the tune again. */
import type { Random } from "../random.ts";
import { play, type Tune } from "./jingle.ts";
import { speak, type Voice } from "./voice.ts";
import { RATE, wavOf } from "./wav.ts";

export type Cast = Readonly<{ tune: Tune; voices: readonly Voice[] }>;

/** The voices of a show: a host, and a guest who sounds different. */
export function castVoices(random: Random): Voice[] {
  const high = random.chance(0.5);
  const voiceOf = (isHigh: boolean): Voice => ({
    pitch: isHigh ? random.between(175, 225) : random.between(92, 132),
    tract: isHigh ? random.between(1.1, 1.2) : random.between(0.92, 1.02),
    pace: random.between(4.2, 5.6),
  });
  return [voiceOf(high), voiceOf(!high)];
}

/** A recording of `seconds` as a WAV file. */
export function record({ tune, voices }: Cast, seconds: number, random: Random): Buffer {
  const sound = new Float32Array(Math.round(seconds * RATE));
  const tuneSamples = Math.round(tune.seconds * RATE);
  play(sound, 0, tune, 0.5);
  const end = sound.length - Math.round(tuneSamples * 0.75);
  let at = Math.round(tuneSamples * 0.7);
  for (let turn = 0; at < end - RATE; turn += 1) {
    const voice = voices[turn % voices.length];
    if (voice === undefined) throw new Error("a recording needs a voice");
    const to = Math.min(end, at + Math.round(random.between(6, 17) * RATE));
    speak(sound, { from: at, to }, voice, random);
    at = to + Math.round(random.between(0.2, 0.6) * RATE);
  }
  play(sound, end, tune, 0.4);
  return wavOf(sound);
}
