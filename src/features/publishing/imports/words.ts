/** Converts texts and URLs of feeds to the form that the tables accept. */

import { htmlOf, isHtmlOf, plainOf, sanitise } from "../../../platform/text/html.ts";
import { clean, codePoints, singleLine, truncate } from "../../../platform/text/plain.ts";

/** One line of at most `limit` characters; undefined if it is empty. */
export function lineOf(text: string | undefined, limit: number): string | undefined {
  const line = singleLine(clean(text ?? ""));
  return line === "" ? undefined : truncate(line, limit);
}

export type Description = { description: string; description_html: string };

/** More than any show notes: half a novel. */
const MAX_DESCRIPTION = 300_000;

/**
 * The first of `texts` with content, as plain text and as HTML. If a later one is the plain text of that HTML, the HTML
 * was generated from it, and the plain text is used line by line.
 */
export function describe(...texts: (string | undefined)[]): Description | undefined {
  const given = texts.map((text) => clean(text ?? "")).filter((text) => text !== "");
  const [first, ...others] = given.map((text) => text.slice(0, MAX_DESCRIPTION).toWellFormed());
  if (first === undefined) return undefined;
  if (isMarkup(first)) {
    const description_html = clean(sanitise(first));
    const plain = others.find((text) => !isMarkup(text) && isHtmlOf(text, first));
    if (plain !== undefined) return { description: plain, description_html: htmlOf(plain) };
    const description = clean(plainOf(description_html));
    // Markup of which nothing survives sanitising leaves plain text.
    if (!isMarkup(description_html)) return { description, description_html: htmlOf(description) };
    return { description, description_html };
  }
  // Plain text sometimes contains HTML entities.
  const description = /&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(first) ? clean(plainOf(first)) : first;
  return { description, description_html: htmlOf(description) };
}

const isMarkup = (text: string): boolean => /<[a-z!/][^<>]*>/i.test(text);

const MAX_ADDRESS = 2000;

/** An http or https URL that can be requested; undefined if `text` is not one. */
export function webAddress(text: string | undefined): string | undefined {
  const given = clean(text ?? "");
  const full = /^www\./i.test(given) ? `http://${given}` : given.replace(/^\/\//, "https://");
  if (!/^https?:\/\/[^/]/i.test(full) || !URL.canParse(full)) return undefined;
  const address = /\s/.test(full) ? new URL(full).href : full;
  return address.length > MAX_ADDRESS ? undefined : address;
}

export const mailAddress = (text: string | undefined): string | undefined => {
  const line = lineOf(text, 254);
  return line !== undefined && /^[^\s@]+@[^\s@]+$/.test(line) ? line : undefined;
};

/** A whole number that fits its column. */
export const wholeNumber = (value: number | undefined, max = 2 ** 31 - 1): number | undefined =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= max ? value : undefined;

const TAGS = { most: 20, longest: 60 };

/**
 * Keywords as tags: normalised, without duplicates, within the limits on the number and length of tags (contract §5,
 * §6).
 */
export function tagsOf(keywords: readonly string[] | undefined): string[] | undefined {
  if (keywords === undefined) return undefined;
  const tags = keywords
    .map((keyword) => singleLine(clean(keyword)).toLowerCase())
    .filter((tag) => tag !== "" && codePoints(tag) <= TAGS.longest);
  return [...new Set(tags)].slice(0, TAGS.most);
}
