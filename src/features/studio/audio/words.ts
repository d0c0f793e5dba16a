/** The texts of the audio page of an episode in the person's language. */
import type { Locale } from "../../../platform/http/locale.ts";
import { wordsIn } from "../../web/layout/rules.ts";
import { de } from "./words/de.ts";
import { type AudioWords, en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, AudioWords>> = { en, it, es, de, fr };

export type Words = AudioWords & Readonly<{ lang: string; locale: string }>;

/** The texts in the caller's language, or in English. */
export const audioWords = (locale: Locale): Words => wordsIn(WRITTEN, locale);
