/** Errors of forms in the language of a page. Schemas word them in English, as phrases that follow the field's name. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { de } from "./words/problems/de.ts";
import { en } from "./words/problems/en.ts";
import { es } from "./words/problems/es.ts";
import { fr } from "./words/problems/fr.ts";
import { it } from "./words/problems/it.ts";
import { PATTERNS, type Problems } from "./words/problems/patterns.ts";

const WRITTEN: Readonly<Record<string, Problems>> = { en, it, es, de, fr };

/** The refusal with whole sentences in `lang`. */
export function problemsOf(lang: string, refusal: Refusal): Refusal {
  const written = (Object.hasOwn(WRITTEN, lang) ? WRITTEN[lang] : undefined) ?? en;
  const { fields, message } = refusal;
  const said = Object.entries(fields).map(([name, text]) => [name, sentencesOf(written, text)]);
  return {
    ...refusal,
    fields: Object.fromEntries(said),
    // A message that is not written in the language says more in English than that something is wrong.
    message: message === null ? null : (sentenceOf(written, message) ?? message),
  };
}

/** A field may have several faults, joined by “and”. An English phrase says more than that something is wrong. */
function sentencesOf(written: Problems, text: string): string {
  const said = text
    .split(/ and (?=must |is |has |contains )/)
    .map((fault) => sentenceOf(written, fault));
  if (written === en && said.includes(null)) return text;
  return said.map((sentence) => sentence ?? written.other).join(" ");
}

/** Null for a fault that is not written in the language. */
function sentenceOf(written: Problems, fault: string): string | null {
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const found = pattern.exec(fault);
    if (found === null) continue;
    const sentence = written[name as keyof Problems];
    return sentence.replace(/\{(\d)\}/g, (_, at: string) => found[Number(at)] ?? "");
  }
  return null;
}
