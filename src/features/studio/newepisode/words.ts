/** The texts of the pages of a new episode in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { en, type NewEpisodeWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, NewEpisodeWords>> = { en, it, es, de, fr };

/** The texts in the caller's language, or in English. */
export const newEpisodeWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);

export type Words = NewEpisodeWords & Readonly<{ lang: string; locale: string }>;
