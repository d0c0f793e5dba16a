/** The texts of the page of a report's mails in the person's language. */
import type { Locale } from "../../../../platform/http/locale.ts";
import { wordsIn } from "../../../web/layout/rules.ts";
import type { Spoken } from "../../frame/plurals.ts";
import { de } from "./words/de.ts";
import { en, type MailsDictionary } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";

const WRITTEN: Readonly<Record<string, MailsDictionary>> = { en, it, es, de, fr };

export type MailsWords = MailsDictionary & Spoken;

/** The texts in the caller's language, or in English. */
export const mailsWords = (locale: Locale): MailsWords => wordsIn(WRITTEN, locale);
