/** The language of a page: its words, its dates, its lengths of time. */
import { type Culture, languageOf } from "../../platform/http/culture.ts";
import { de } from "./words/de.ts";
import { type Dictionary, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

/** Every text of ours that a page needs, and the language it is in. */
export type Words = Dictionary & Readonly<{ lang: string }>;

const WRITTEN: Readonly<Record<string, Dictionary>> = { en, it, es, de, fr };

/** The words in the caller's language, else in English; `lang` tells which it became. */
export function wordsOf(culture: Culture): Words {
  const language = languageOf(culture);
  const lang = Object.hasOwn(WRITTEN, language) ? language : "en";
  return { ...(WRITTEN[lang] ?? en), lang };
}

/** A sentence with its blanks filled: `By {name}`. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));

/** `1:02:05`, `3:09`; milliseconds in. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** ISO 8601, as schema.org wants it: `PT1H2M5S`. */
export function isoDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${h > 0 ? `${h}H` : ""}${m > 0 ? `${m}M` : ""}${s}S`;
}

/** A day as the language writes it: “21 November 2026”; by UTC. */
export const longDate = (date: Date, lang: string): string =>
  new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(date);
