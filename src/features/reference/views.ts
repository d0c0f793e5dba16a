/** Categories, languages and countries named in the caller's language. */
import type { z } from "zod";
import partnerCategories from "../../../db/reference/partner-categories.json" with { type: "json" };
import { type Culture, DEFAULT_CULTURE, languageOf } from "../../platform/http/culture.ts";
import { CATEGORIES, COUNTRIES, LANGUAGES } from "./rules.ts";
import type { category, partnerCategory } from "./schema.ts";

type CategoryView = Readonly<z.infer<typeof category>>;
type PartnerCategoryView = Readonly<z.infer<typeof partnerCategory>>;

/** The languages that category names are translated to. */
export const CONTENT_LANGUAGES = ["en", "it", "es", "fr", "de", "pt"] as const;
export type ContentLanguage = (typeof CONTENT_LANGUAGES)[number];

/** The language in which a caller of `culture` is told category names. */
export function contentLanguage(culture: Culture): ContentLanguage {
  const language = languageOf(culture);
  return CONTENT_LANGUAGES.find((known) => known === language) ?? "en";
}

const inEveryLanguage = <T>(make: (language: ContentLanguage) => T) => ({
  en: make("en"),
  it: make("it"),
  es: make("es"),
  fr: make("fr"),
  de: make("de"),
  pt: make("pt"),
});

/** Every category in every language, made once: a show's detail asks for three of them. */
const CATEGORY_VIEWS = inEveryLanguage(
  (language): ReadonlyMap<number, CategoryView> =>
    new Map(
      CATEGORIES.map(({ category_id, permalink, level, names }) => [
        category_id,
        Object.freeze({ category_id, name: names[language], permalink, level }),
      ]),
    ),
);
const PARTNER_VIEWS = inEveryLanguage((language): readonly PartnerCategoryView[] =>
  partnerCategories.map(({ category_id, level, names }) =>
    Object.freeze({ category_id, name: names[language], level }),
  ),
);

/** The category of that id, or null for none. */
export const categoryView = (category_id: number | null, culture: Culture): CategoryView | null =>
  category_id === null ? null : (CATEGORY_VIEWS[contentLanguage(culture)].get(category_id) ?? null);

/** All show categories, in order of their ids. */
export const categoryViews = (language: ContentLanguage): CategoryView[] => [
  ...CATEGORY_VIEWS[language].values(),
];

export const partnerCategoryViews = (language: ContentLanguage): PartnerCategoryView[] => [
  ...PARTNER_VIEWS[language],
];

/** Names by code, and the culture they are really in. */
export type Names = Readonly<{ culture: Culture; names: Record<string, string> }>;

/** The 33 languages of shows. */
export const languageNames = (culture: Culture): Names => namesIn(culture, "language", LANGUAGES);

/** The countries of the world. */
export const countryNames = (culture: Culture): Names => namesIn(culture, "region", COUNTRIES);

/**
 * Names out of CLDR, sorted as `culture` sorts. A locale that knows fewer than half of them (Irish
 * and Hawaiian countries, say) is answered in English; the few gaps of others are filled with English.
 */
function namesIn(culture: Culture, type: "language" | "region", codes: readonly string[]): Names {
  const local = new Intl.DisplayNames(culture, { type, fallback: "none" });
  const known = codes.filter((code) => local.of(code) !== undefined).length;
  if (known * 2 < codes.length && culture !== DEFAULT_CULTURE)
    return namesIn(DEFAULT_CULTURE, type, codes);
  const english = new Intl.DisplayNames(DEFAULT_CULTURE, { type });
  const { compare } = new Intl.Collator(culture);
  const entries = codes
    .map((code): [string, string] => [code, local.of(code) ?? english.of(code) ?? code])
    .sort(([, a], [, b]) => compare(a, b));
  return { culture: local.resolvedOptions().locale, names: Object.fromEntries(entries) };
}
