/** Names of categories, languages and countries in the caller's language. */
import type { z } from "zod";
import partnerCategories from "../../../../db/reference/partner-categories.json" with {
  type: "json",
};
import { DEFAULT_LOCALE, type Locale, languageOf } from "../../../platform/http/locale.ts";
import { CATEGORIES, COUNTRIES, LANGUAGES } from "./rules.ts";
import type { category, partnerCategory } from "./schema.ts";

type CategoryView = Readonly<z.infer<typeof category>>;
type PartnerCategoryView = Readonly<z.infer<typeof partnerCategory>>;

/** The languages into which category names are translated. */
export const CONTENT_LANGUAGES = ["en", "it", "es", "fr", "de", "pt"] as const;
export type ContentLanguage = (typeof CONTENT_LANGUAGES)[number];

/** The language of category names for a caller with this locale. */
export function contentLanguage(locale: Locale): ContentLanguage {
  const language = languageOf(locale);
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

/** Every category in every language, computed once, because each show's detail needs three. */
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

/** The category with this id, or null. */
export const categoryView = (category_id: number | null, locale: Locale): CategoryView | null =>
  category_id === null ? null : (CATEGORY_VIEWS[contentLanguage(locale)].get(category_id) ?? null);

/** All show categories, in order of their ids. */
export const categoryViews = (language: ContentLanguage): CategoryView[] => [
  ...CATEGORY_VIEWS[language].values(),
];

export const partnerCategoryViews = (language: ContentLanguage): PartnerCategoryView[] => [
  ...PARTNER_VIEWS[language],
];

/** Names by code, and the locale they are actually in. */
export type Names = Readonly<{ locale: Locale; names: Record<string, string> }>;

/** The 33 languages of shows. */
export const languageNames = (locale: Locale): Names => namesIn(locale, "language", LANGUAGES);

/** The countries of the world. */
export const countryNames = (locale: Locale): Names => namesIn(locale, "region", COUNTRIES);

/**
 * Names from CLDR, sorted by the locale's collation. A locale that has fewer than half of them (for example Irish and
 * Hawaiian country names) gets English; single gaps in other locales are filled with English.
 */
function namesIn(locale: Locale, type: "language" | "region", codes: readonly string[]): Names {
  const local = new Intl.DisplayNames(locale, { type, fallback: "none" });
  const known = codes.filter((code) => local.of(code) !== undefined).length;
  if (known * 2 < codes.length && locale !== DEFAULT_LOCALE)
    return namesIn(DEFAULT_LOCALE, type, codes);
  const english = new Intl.DisplayNames(DEFAULT_LOCALE, { type });
  const { compare } = new Intl.Collator(locale);
  const entries = codes
    .map((code): [string, string] => [code, local.of(code) ?? english.of(code) ?? code])
    .sort(([, a], [, b]) => compare(a, b));
  return { locale: local.resolvedOptions().locale, names: Object.fromEntries(entries) };
}
