/** The language of the setup's texts. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../layout/rules.ts";
import { de } from "./words/de.ts";
import { en, type SetupWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, SetupWords>> = { en, it, es, de, fr };

/** The texts in the caller's language, or in English. */
export const setupWords = (locale: Locale) => wordsIn(WRITTEN, locale);

/** The texts of the setup in one language. */
export type Words = ReturnType<typeof setupWords>;
