/** The texts of the field of show notes in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { en, type NotesWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, NotesWords>> = { en, it, es, de, fr };

/** The texts in the caller's language, or in English. */
export const notesWords = (locale: Locale): NotesWords => wordsIn(WRITTEN, locale);
