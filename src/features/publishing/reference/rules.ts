/** The supported categories, languages and countries, and the nearest match for a value in a feed. */
import categories from "../../../../db/reference/categories.json" with { type: "json" };
import countries from "../../../../db/reference/countries.json" with { type: "json" };
import formerNames from "../../../../db/reference/former-categories.json" with { type: "json" };
import { normalise } from "../../../platform/text/plain.ts";

/** A show category with its names by language; `parent` is the id of its top-level category. */
export type Category = Readonly<(typeof categories)[number]>;

/** All show categories by id: each top-level one followed by its sub-categories (contract §6). */
export const CATEGORIES: readonly Category[] = categories;

/** ISO 3166-1 alpha-2 codes, in order of code. */
export const COUNTRIES: readonly string[] = countries;

/** The languages a show can have (description, Languages), in order of their English names. */
// biome-ignore format: a list of codes
export const LANGUAGES = [
  "sq", "ar", "be", "bg", "zh", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "de", "el", "hu", "is",
  "it", "ja", "lt", "mk", "no", "pl", "pt", "ro", "ru", "sr", "sk", "sl", "es", "sv", "tr", "uk",
] as const;
export type Language = (typeof LANGUAGES)[number];

const CATEGORY_BY_ID: ReadonlyMap<number, Category> = new Map(
  CATEGORIES.map((category) => [category.category_id, category]),
);
const COUNTRY_CODES: ReadonlySet<string> = new Set(COUNTRIES);
const LANGUAGE_CODES: ReadonlySet<string> = new Set(LANGUAGES);

export const findCategory = (id: number): Category | undefined => CATEGORY_BY_ID.get(id);
export const isCategory = (id: number): boolean => CATEGORY_BY_ID.has(id);
/** Whether `code` is an upper-case alpha-2 code. */
export const isCountry = (code: string): boolean => COUNTRY_CODES.has(code);
export const isLanguage = (code: string): code is Language => LANGUAGE_CODES.has(code);

/** A normalised name, without differences in case, entities, "and", punctuation and spaces. */
const keyOf = (name: string): string =>
  normalise(name)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/&(amp;)+|\band\b/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, "");

const CATEGORY_BY_NAME = categoriesByName();

/** Ids by the present names, and by those from before 2019. */
function categoriesByName(): ReadonlyMap<string, number> {
  const present = new Map(
    CATEGORIES.map(({ names, category_id }) => [keyOf(names.en), category_id]),
  );
  const former = Object.entries(formerNames).flatMap(([name, now]): [string, number][] => {
    const category_id = present.get(keyOf(now));
    return category_id === undefined ? [] : [[keyOf(name), category_id]];
  });
  return new Map([...former, ...present]);
}

/**
 * The id of the category with this English name, current or from before 2019; otherwise of the last known part of the
 * name (`Technology > Tech News`), otherwise of `parentName`, otherwise null.
 */
export function categoryByName(name: string, parentName: string | null = null): number | null {
  const candidates = [name, ...name.split(/[>›/|:]/).reverse(), parentName ?? ""];
  for (const candidate of candidates) {
    const category_id = CATEGORY_BY_NAME.get(keyOf(candidate));
    if (category_id !== undefined) return category_id;
  }
  return null;
}

/** Members of a listed macrolanguage (ISO 639-3), and codes that the Intl canonical form does not unify. */
const MEMBERS: ReadonlyMap<string, Language> = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["yue", "zh"],
  ["wuu", "zh"],
  ["hak", "zh"],
  ["nan", "zh"],
  ["arz", "ar"],
  ["ary", "ar"],
]);

/** For languages not listed: a close relative, or a language that most of their speakers read as well. */
const NEIGHBOURS: ReadonlyMap<string, Language> = new Map([
  ...neighbours("de", "gsw", "bar", "nds", "lb", "ksh", "rm"),
  ...neighbours("nl", "af", "fy", "li", "vls", "zea"),
  ...neighbours("es", "ca", "gl", "eu", "ast", "an", "gn", "qu", "ay"),
  ...neighbours("fr", "oc", "br", "co", "wa", "ht"),
  ...neighbours("it", "scn", "nap", "vec", "lmo", "sc", "fur"),
  ...neighbours("ru", "kk", "ky", "tt", "tg"),
  ...neighbours("da", "fo", "kl"),
  ["bs", "hr"],
]);

function neighbours(language: Language, ...codes: string[]): [string, Language][] {
  return codes.map((code) => [code, language]);
}

const english = new Intl.DisplayNames("en", { type: "language" });

/** Some feeds contain `English` or `Deutsch` instead of a code. */
const LANGUAGE_BY_NAME: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((code): [string, Language][] => {
    const own = new Intl.DisplayNames(code, { type: "language" });
    return [
      [keyOf(english.of(code) ?? code), code],
      [keyOf(own.of(code) ?? code), code],
    ];
  }),
);

/**
 * The listed language nearest to a language tag of a feed (BCP 47, and also `en_US`, ISO 639-2 codes, plain names).
 * `exact` is false if the tag names another language or none; the result is then a neighbouring language, or English.
 */
export function nearestLanguage(tag: string | null): { language: Language; exact: boolean } {
  const named = LANGUAGE_BY_NAME.get(keyOf(tag ?? ""));
  const code = canonicalLanguage(tag ?? "");
  const own = named ?? MEMBERS.get(code) ?? code;
  if (isLanguage(own)) return { language: own, exact: true };
  return { language: NEIGHBOURS.get(code) ?? "en", exact: false };
}

/** The language subtag in its current spelling: `ro` for `mo-MD`, `de` for `ger`; "" if there is none. */
function canonicalLanguage(tag: string): string {
  const subtag = /^\s*([a-z]{2,3})(?![a-z])/i.exec(tag)?.[1];
  return subtag === undefined ? "" : (new Intl.Locale(subtag).language ?? "");
}
