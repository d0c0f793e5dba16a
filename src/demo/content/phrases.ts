/** The phrases that notes, chapters, transcripts and messages are made of, in each language. */

import { GERMAN_PHRASES } from "./phrases.de.ts";
import { ENGLISH_PHRASES } from "./phrases.en.ts";
import { SPANISH_PHRASES } from "./phrases.es.ts";
import { FRENCH_PHRASES } from "./phrases.fr.ts";
import { ITALIAN_PHRASES } from "./phrases.it.ts";
import type { Language, Phrases } from "./schema.ts";

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: ENGLISH_PHRASES,
  it: ITALIAN_PHRASES,
  es: SPANISH_PHRASES,
  de: GERMAN_PHRASES,
  fr: FRENCH_PHRASES,
};
