/** The texts of waveforms in German. */
import type { WaveformWords } from "./en.ts";

export const de: WaveformWords = {
  summary: "{length} Audio mit {chapters} und {breaks}.",
  chapters: { one: "{n} Kapitel", other: "{n} Kapiteln" },
  breaks: { one: "{n} Werbepause", other: "{n} Werbepausen" },
  chapter: "Kapitel {n}",
  break: "Werbepause {n}",
  starts: "{name} beginnt bei",
};
