/** The language of the OAuth pages. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { type Dictionary, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, Dictionary>> = { en, it, es, de, fr };

/** The texts of the OAuth pages, and the language they are in. */
export type OauthWords = Dictionary & Readonly<{ lang: string }>;

/** The texts in the caller's language, or in English. */
export const oauthWords = (locale: Locale): OauthWords => wordsIn(WRITTEN, locale);

/** What a scope allows an app to do, in plain words; a name that is no scope stays as it is. */
export function scopeText(words: OauthWords, scope: string): string {
  const key = `scope_${scope}`;
  return Object.hasOwn(words, key) ? words[key as keyof Dictionary] : scope;
}
