/** The types of dictionaries, and texts with a number in the form that the language has for it. */
import { fill } from "../../web/layout/rules.ts";

/** One text for one thing, and one for any other number of them: `{ one: "{n} draft", other: "{n} drafts" }`. */
export type Forms = Readonly<Record<"one" | "other", string>>;

/** The dictionary that each language writes: the keys of the English one. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Forms };

/** The language of a page, and the reader's variety of it for numbers and dates. */
export type Spoken = Readonly<{ lang: string; locale: string }>;

/** `2 drafts`; `values` fill the other placeholders. */
export function plural(
  { lang, locale }: Spoken,
  forms: Forms,
  n: number,
  values: Readonly<Record<string, string>> = {},
): string {
  const form = new Intl.PluralRules(lang).select(n) === "one" ? "one" : "other";
  return fill(forms[form], { ...values, n: n.toLocaleString(locale) });
}
