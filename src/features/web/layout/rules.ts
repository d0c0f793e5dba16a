/** The language of a page: its texts, dates and durations. */
import { type Locale, languageOf } from "../../../platform/http/locale.ts";
import { de } from "./words/de.ts";
import { type Dictionary, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

/** All texts that a page needs, and the language they are in. */
export type Words = Dictionary & Readonly<{ lang: string }>;

const WRITTEN: Readonly<Record<string, Dictionary>> = { en, it, es, de, fr };

/** The texts in the caller's language, or in English; `lang` is the language chosen. */
export function wordsOf(locale: Locale): Words {
  const language = languageOf(locale);
  const lang = Object.hasOwn(WRITTEN, language) ? language : "en";
  return { ...(WRITTEN[lang] ?? en), lang };
}

/** Fills the placeholders of a text: `By {name}`. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));

/** Formats milliseconds as `1:02:05` or `3:09`. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Formats milliseconds as an ISO 8601 duration for schema.org: `PT1H2M5S`. */
export function isoDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${h > 0 ? `${h}H` : ""}${m > 0 ? `${m}M` : ""}${s}S`;
}

/** A date in UTC, as written in the language: “21 November 2026”. */
export const longDate = (date: Date, lang: string): string =>
  new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(date);
