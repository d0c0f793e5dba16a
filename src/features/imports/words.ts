/** Texts and addresses of feeds as the tables take them. */

import { htmlOf, isHtmlOf, plainOf, sanitise } from "../../platform/text/html.ts";
import { clean, codePoints, singleLine, truncate } from "../../platform/text/plain.ts";

/** One line of at most `limit` characters; undefined when nothing is there. */
export function lineOf(text: string | undefined, limit: number): string | undefined {
  const line = singleLine(clean(text ?? ""));
  return line === "" ? undefined : truncate(line, limit);
}

export type Description = { description: string; description_html: string };

/** More than any show notes: half a novel. */
const MAX_DESCRIPTION = 300_000;

/**
 * The first of `texts` that says anything, as plain text and as HTML. HTML that a later one of them
 * says in plain text was made of that: then the plain text is taken as it is, line by line.
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
    // Mark-up of which nothing survives leaves a plain text.
    if (!isMarkup(description_html)) return { description, description_html: htmlOf(description) };
    return { description, description_html };
  }
  // Plain text, at times with the entities of HTML in it.
  const description = /&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(first) ? clean(plainOf(first)) : first;
  return { description, description_html: htmlOf(description) };
}

const isMarkup = (text: string): boolean => /<[a-z!/][^<>]*>/i.test(text);

const MAX_ADDRESS = 2000;

/** An http or https address that can be asked for; undefined when `text` is none. */
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

/** A whole number that its column can hold. */
export const wholeNumber = (value: number | undefined, max = 2 ** 31 - 1): number | undefined =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= max ? value : undefined;

const TAGS = { most: 20, longest: 60 };

/** Keywords as tags: normalised, each once, as many and as long as tags may be (contract §5, §6). */
export function tagsOf(keywords: readonly string[] | undefined): string[] | undefined {
  if (keywords === undefined) return undefined;
  const tags = keywords
    .map((keyword) => singleLine(clean(keyword)).toLowerCase())
    .filter((tag) => tag !== "" && codePoints(tag) <= TAGS.longest);
  return [...new Set(tags)].slice(0, TAGS.most);
}
