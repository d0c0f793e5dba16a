/** The texts of drafts and merges in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { type DraftWords, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, DraftWords>> = { en, it, es, de, fr };

/** The texts in the caller's language, or in English. */
export const draftWords = (locale: Locale): DraftWords & Readonly<{ lang: string }> =>
  wordsIn(WRITTEN, locale);
