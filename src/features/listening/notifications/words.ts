/** The language of the pages about notifications. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { type Dictionary, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, Dictionary>> = { en, it, es, de, fr };

/** The texts, and the language they are in. */
export type NotificationWords = Dictionary & Readonly<{ lang: string }>;

/** The texts in the caller's language, or in English. */
export const notificationWords = (locale: Locale): NotificationWords => wordsIn(WRITTEN, locale);
