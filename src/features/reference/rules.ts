/** What counts as a category, a language or a country, and the nearest one to what a feed says. */
import categories from "../../../db/reference/categories.json" with { type: "json" };
import countries from "../../../db/reference/countries.json" with { type: "json" };
import formerNames from "../../../db/reference/former-categories.json" with { type: "json" };
import { normalise } from "../../platform/text/plain.ts";

/** A show category with its names by language; `parent` is the id of its top-level category. */
export type Category = Readonly<(typeof categories)[number]>;

/** All show categories by id: each top-level one followed by its sub-categories (contract §6). */
export const CATEGORIES: readonly Category[] = categories;

/** ISO 3166-1 alpha-2 codes, in order of code. */
export const COUNTRIES: readonly string[] = countries;

/** The languages a show may have (description, Languages), in order of their English names. */
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
/** Whether `code` is an alpha-2 code in capitals. */
export const isCountry = (code: string): boolean => COUNTRY_CODES.has(code);
export const isLanguage = (code: string): code is Language => LANGUAGE_CODES.has(code);

/** A name without what feeds spell differently: case, entities, "and", punctuation, spaces. */
const keyOf = (name: string): string =>
  normalise(name)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/&(amp;)+|\band\b/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, "");

const CATEGORY_BY_NAME: ReadonlyMap<string, number> = (() => {
  const present = new Map(
    CATEGORIES.map(({ names, category_id }) => [keyOf(names.en), category_id]),
  );
  const former = Object.entries(formerNames).flatMap(([name, now]): [string, number][] => {
    const category_id = present.get(keyOf(now));
    return category_id === undefined ? [] : [[keyOf(name), category_id]];
  });
  return new Map([...former, ...present]);
})();

/**
 * The id of the category that a feed's English name means, present or from before 2019; else that
 * of the name's last known part (`Technology > Tech News`), else of `parentName`, else null.
 */
export function categoryByName(name: string, parentName: string | null = null): number | null {
  const candidates = [name, ...name.split(/[>›/|:]/).reverse(), parentName ?? ""];
  for (const candidate of candidates) {
    const category_id = CATEGORY_BY_NAME.get(keyOf(candidate));
    if (category_id !== undefined) return category_id;
  }
  return null;
}

/** Members of a listed macrolanguage (ISO 639-3), and what the Intl canonical form leaves apart. */
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

/** For languages not listed: a close relative, or what most of their speakers read as well. */
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

/** Feeds now and then write `English` or `Deutsch` where a code belongs. */
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
 * The listed language nearest to a language tag of a feed (BCP 47, also `en_US`, ISO 639-2 codes,
 * plain names). `exact` is false when the tag names another language, or none: then it is a
 * neighbour's, else English.
 */
export function nearestLanguage(tag: string | null): { language: Language; exact: boolean } {
  const named = LANGUAGE_BY_NAME.get(keyOf(tag ?? ""));
  const code = canonicalLanguage(tag ?? "");
  const own = named ?? MEMBERS.get(code) ?? code;
  if (isLanguage(own)) return { language: own, exact: true };
  return { language: NEIGHBOURS.get(code) ?? "en", exact: false };
}

/** The language subtag in today's spelling: `ro` of `mo-MD`, `de` of `ger`; "" when there is none. */
function canonicalLanguage(tag: string): string {
  const subtag = /^\s*([a-z]{2,3})(?![a-z])/i.exec(tag)?.[1];
  return subtag === undefined ? "" : (new Intl.Locale(subtag).language ?? "");
}
