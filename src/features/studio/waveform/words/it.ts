/** The texts of waveforms in Italian. */
import type { WaveformWords } from "./en.ts";

export const it: WaveformWords = {
  summary: "{length} di audio con {chapters} e {breaks}.",
  chapters: { one: "{n} capitolo", other: "{n} capitoli" },
  breaks: { one: "{n} pausa pubblicitaria", other: "{n} pause pubblicitarie" },
  chapter: "Capitolo {n}",
  break: "Pausa pubblicitaria {n}",
  starts: "{name} inizia a",
};
