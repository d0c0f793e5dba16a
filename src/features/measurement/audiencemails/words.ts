/** The language of mails about one’s shows, and of their pages. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { type Dictionary, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, Dictionary>> = { en, it, es, de, fr };

/** The texts, their language, and the reader's variety of it for numbers and dates. */
export type Words = Dictionary & Readonly<{ lang: string; locale: string }>;

/** The texts in the reader's language, or in English. */
export const audienceMailWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);
