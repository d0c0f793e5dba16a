/** The texts of waveforms in French. */
import type { WaveformWords } from "./en.ts";

export const fr: WaveformWords = {
  summary: "{length} de son avec {chapters} et {breaks}.",
  chapters: { one: "{n} chapitre", other: "{n} chapitres" },
  breaks: { one: "{n} coupure publicitaire", other: "{n} coupures publicitaires" },
  chapter: "Chapitre {n}",
  break: "Coupure publicitaire {n}",
  starts: "{name} commence à",
};
