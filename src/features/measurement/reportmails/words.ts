/** The language of mails with reports, and of the page that ends them. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { en, type ReportMailWords } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, ReportMailWords>> = { en, it, es, de, fr };

/** The texts, their language, and the reader's variety of it for numbers and dates. */
export type Words = ReportMailWords & Readonly<{ lang: string; locale: string }>;

/** The texts in the reader's language, or in English. */
export const reportMailWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);
