/** The texts of waveforms in English. */
type Counted = Readonly<{ one: string; other: string }>;
export type WaveformWords = Readonly<{
  summary: string;
  chapters: Counted;
  breaks: Counted;
  chapter: string;
  break: string;
  starts: string;
}>;

export const en: WaveformWords = {
  summary: "{length} of audio with {chapters} and {breaks}.",
  chapters: { one: "{n} chapter", other: "{n} chapters" },
  breaks: { one: "{n} ad break", other: "{n} ad breaks" },
  chapter: "Chapter {n}",
  break: "Ad break {n}",
  starts: "{name} starts at",
};
