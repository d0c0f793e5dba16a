/** Chooses the locale of a response: query `c`, else Accept-Language, else English (contract §1). */
import type { FastifyRequest } from "fastify";
import { readCookie } from "./cookies.ts";

/** A canonical BCP 47 tag: `it-IT`, `it`, `pt-BR`. */
export type Locale = string;

export const DEFAULT_LOCALE: Locale = "en";

/** `it_IT`, `it-it` or `it` in canonical form, or null if it is not a language tag. */
export function parseLocale(text: string): Locale | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** The caller's first choice that is a known language. An unknown `c` falls back and never fails. */
export function chooseLocale(parameter: unknown, acceptLanguage: string | undefined): Locale {
  const requested = typeof parameter === "string" ? parseLocale(parameter) : null;
  if (requested !== null && isKnown(requested)) return requested;
  if (!acceptLanguage) return DEFAULT_LOCALE;
  return acceptable(acceptLanguage).find(isKnown) ?? DEFAULT_LOCALE;
}

/** The locale of the response to `request`. */
export const localeOf = ({ query, headers }: FastifyRequest): Locale =>
  chooseLocale((query as Record<string, unknown>).c, headers["accept-language"]);

/** The language that the reader has chosen on a page. */
export const LOCALE_COOKIE = "longwave_language";

/**
 * The locale of a page: query `c`, else the choice made in this browser, else that in the settings of who is signed in,
 * else Accept-Language.
 */
export function pageLocaleOf(
  request: FastifyRequest,
  session: Readonly<{ language: string | null }> | null,
): Locale {
  const { c } = request.query as Record<string, unknown>;
  const chosen = c ?? readCookie(request, LOCALE_COOKIE) ?? session?.language;
  return chooseLocale(chosen, request.headers["accept-language"]);
}

/** The tags of an Accept-Language header (RFC 9110 §12.5.4) by descending preference; at most 20 are read. */
function acceptable(header: string): Locale[] {
  return header
    .slice(0, 500)
    .split(",", 20)
    .map((part) => {
      const [tag = "", ...options] = part.split(";");
      const quality = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
      return { locale: parseLocale(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((choice): choice is { locale: string; quality: number } => choice.locale !== null)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ locale }) => locale);
}

const isKnown = (locale: Locale): boolean =>
  Intl.DisplayNames.supportedLocalesOf([locale]).length > 0;

/** The language part: `pt` of `pt-BR`. */
export const languageOf = (locale: Locale): string => locale.split("-")[0] ?? DEFAULT_LOCALE;
