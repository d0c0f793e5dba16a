/** The texts of the pages that begin a show or an import in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { en, type NewShowWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, NewShowWords>> = { en, it, es, de, fr };

/** The texts in the caller's language, or in English. */
export const newShowWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);

export type Words = NewShowWords & Readonly<{ lang: string; locale: string }>;
