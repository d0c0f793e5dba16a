/** The language of a page: its texts, dates and durations. */
import { type Locale, languageOf } from "../../../platform/http/locale.ts";
import { de } from "./words/de.ts";
import { type Dictionary, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

/** All texts that a page needs, the language they are in, and the reader's variety of it for dates: `en-US`. */
export type Words = Dictionary & Spoken;

type Spoken = Readonly<{ lang: string; locale: string }>;

const WRITTEN: Readonly<Record<string, Dictionary>> = { en, it, es, de, fr };

/** The languages that pages are written in, by their own names. */
export const LANGUAGES = [
  ["en", "English"],
  ["it", "Italiano"],
  ["es", "Español"],
  ["de", "Deutsch"],
  ["fr", "Français"],
] as const;

/** The texts in the caller's language, or in English; `lang` is the language chosen. */
export const wordsOf = (locale: Locale): Words => wordsIn(WRITTEN, locale);

/** Of dictionaries by language, among them English, the one in the caller's language, or the English one. */
export function wordsIn<T extends object>(
  written: Readonly<Record<string, T>>,
  locale: Locale,
): T & Spoken {
  const language = languageOf(locale);
  const lang = Object.hasOwn(written, language) ? language : "en";
  return { ...(written[lang] as T), lang, locale: varietyOf(locale, lang) };
}

/** English without a region is written as in Britain. */
function varietyOf(locale: Locale, lang: string): string {
  if (locale === "en" || languageOf(locale) !== lang) return lang === "en" ? "en-GB" : lang;
  return locale;
}

/** Fills the placeholders of a text: `By {name}`. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));

/** The texts with a number, which have a form for one and another for the rest. */
type Counted = "followers" | "likes" | "messages" | "shows";

/** A text with its number in the form that the language has for it: `1 follower`, `2 followers`. */
export function counted(words: Words, key: Counted, n: number): string {
  const form = new Intl.PluralRules(words.lang).select(n) === "one" ? "one" : "other";
  return fill(words[`${key}_${form}`], { n: n.toLocaleString(words.locale) });
}

/** Formats milliseconds as a length for readers: `45 sec`, `15 min`, `1 hr 5 min`. */
export function lengthText(ms: number, { locale }: Words): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return unit(Math.max(1, Math.round(ms / 1000)), "second", locale);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    hours > 0 && unit(hours, "hour", locale),
    rest > 0 && unit(rest, "minute", locale),
  ];
  return parts.filter((part) => part !== false).join(" ");
}

const unit = (value: number, name: "hour" | "minute" | "second", locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short" }).format(value);

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

/** A date in UTC, as written where the reader is: “21 November 2026”, “November 21, 2026”; in lists “Nov 21, 2026”. */
export const dateIn = (date: Date, { locale }: Words, style: "long" | "medium"): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: "UTC" }).format(date);

const HOUR_MS = 3_600_000;
const RECENT_DAYS = 7;

/** How long ago something was, “3 days ago”, “now”, if it was within the last seven days; else null. */
export function agoIn(date: Date, { locale }: Words, now = Date.now()): string | null {
  const hours = Math.floor((now - date.getTime()) / HOUR_MS);
  const days = Math.floor(hours / 24);
  if (hours < 0 || days >= RECENT_DAYS) return null;
  const format = new Intl.RelativeTimeFormat(locale);
  if (days > 0) return format.format(-days, "day");
  if (hours > 0) return format.format(-hours, "hour");
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes > 0) return format.format(-minutes, "minute");
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
}
