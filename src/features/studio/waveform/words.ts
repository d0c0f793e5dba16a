/** The texts of waveforms in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { fill, wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { en, type WaveformWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, WaveformWords>> = { en, it, es, de, fr };

export type Words = WaveformWords & Readonly<{ lang: string; locale: string }>;

/** The texts in the caller's language, or in English. */
export const waveformWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);

/** A number of marks, in the form that the language has for it. */
export function counted(words: Words, key: "chapters" | "breaks", n: number): string {
  const form = new Intl.PluralRules(words.lang).select(n) === "one" ? "one" : "other";
  return fill(words[key][form], { n: n.toLocaleString(words.locale) });
}
