/** The texts of saved views in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import type { Spoken } from "../frame/plurals.ts";
import { de } from "./words/de.ts";
import { en, type SavedViewsWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, SavedViewsWords>> = { en, it, es, de, fr };

export type Words = SavedViewsWords & Spoken;

/** The texts in the caller's language, or in English. */
export const savedViewsWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);
