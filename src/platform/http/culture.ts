/** Chooses the language of an answer: query `c`, else Accept-Language, else English (contract §1). */

/** A BCP 47 tag, canonical: `it-IT`, `it`, `pt-BR`. */
export type Culture = string;

export const DEFAULT_CULTURE: Culture = "en";

/** `it_IT`, `it-it` or `it` in canonical form, or null when it names no language. */
export function parseCulture(text: string): Culture | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** The caller's first choice that is a language at all. An unknown `c` falls back, never fails. */
export function chooseCulture(parameter: unknown, acceptLanguage: string | undefined): Culture {
  const asked = typeof parameter === "string" ? parseCulture(parameter) : null;
  if (asked !== null && isKnown(asked)) return asked;
  if (!acceptLanguage) return DEFAULT_CULTURE;
  return acceptable(acceptLanguage).find(isKnown) ?? DEFAULT_CULTURE;
}

/** The tags of an Accept-Language header (RFC 9110 §12.5.4), dearest first; at most 20 are read. */
function acceptable(header: string): Culture[] {
  return header
    .slice(0, 500)
    .split(",", 20)
    .map((part) => {
      const [tag = "", ...options] = part.split(";");
      const quality = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
      return { culture: parseCulture(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((choice): choice is { culture: string; quality: number } => choice.culture !== null)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ culture }) => culture);
}

const isKnown = (culture: Culture): boolean =>
  Intl.DisplayNames.supportedLocalesOf([culture]).length > 0;

/** The language part: `pt` of `pt-BR`. */
export const languageOf = (culture: Culture): string => culture.split("-")[0] ?? DEFAULT_CULTURE;
