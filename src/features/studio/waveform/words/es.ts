/** The texts of waveforms in Spanish. */
import type { WaveformWords } from "./en.ts";

export const es: WaveformWords = {
  summary: "{length} de audio con {chapters} y {breaks}.",
  chapters: { one: "{n} capítulo", other: "{n} capítulos" },
  breaks: { one: "{n} pausa publicitaria", other: "{n} pausas publicitarias" },
  chapter: "Capítulo {n}",
  break: "Pausa publicitaria {n}",
  starts: "{name} empieza en",
};
