/** Sanitises HTML from users, and converts between plain text and HTML. */
import { createRequire } from "node:module";
import type sanitizeHtml from "sanitize-html";
import { normalise } from "./plain.ts";

/** Maximum nesting depth of elements; deeper tags are dropped, and their text stays. */
const MAX_DEPTH = 100;

/** The elements that descriptions may contain: links, lists, emphasis, paragraphs, breaks, headings (contract §1). */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["a", "p", "br", "ul", "ol", "li", "strong", "b", "em", "i", "u", "s", "code", "pre"],
    ...["blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr"],
  ],
  allowedAttributes: { a: ["href", "title", "rel"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: "noopener nofollow ugc" } }),
  },
};

const require = createRequire(import.meta.url);

/** The library and its parsers take some megabytes of memory: it is loaded with the first text. */
const sanitizeWith = (html: string, options: sanitizeHtml.IOptions): string =>
  (require("sanitize-html") as typeof sanitizeHtml)(html, options);

/** HTML that is safe to show on a page. */
export const sanitise = (html: string): string => normalise(sanitizeWith(html, allowed));

/** Maximum number of open elements; a parser's work at each tag grows with it. */
const MAX_OPEN = 1000;
/** Elements that have no content, or whose end tag is optional. */
const SELF_CLOSING: ReadonlySet<string> = new Set(
  "area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr".split(
    " ",
  ),
);

/** Whether `html` has roughly more than `MAX_OPEN` nested open elements; in linear time. */
export function isTooDeep(html: string): boolean {
  let open = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,19})/gi)) {
    if (SELF_CLOSING.has(name.toLowerCase())) continue;
    open = slash === "" ? open + 1 : Math.max(0, open - 1);
    if (open > MAX_OPEN) return true;
  }
  return false;
}

/** Sanitised HTML and its plain text. */
export type CleanHtml = Readonly<{ html: string; plain: string }>;

/** `html` sanitised, and its plain text. Long text from callers must go through `untrusted.ts` instead. */
export function readHtml(given: string): CleanHtml {
  const html = sanitise(given);
  return { html, plain: plainOf(html) };
}

/** Removes the tags of text that looks like markup; a lone "<" stays. */
export const readPlain = (text: string): string =>
  /<[a-z!/][^<>]*>/i.test(text) ? plainOf(text) : text;

const BREAK = "\u{e000}";
const PARAGRAPH = "\u{e001}";

/** The plain text of `html`, with its paragraphs and breaks as line breaks. */
export function plainOf(html: string): string {
  const marked = html
    .replace(/[\u{e000}\u{e001}]/gu, "")
    .replace(/<br\b[^<>]*>/gi, BREAK)
    .replace(/<\/(p|div|ul|ol|blockquote|h[1-6]|pre)\s*>/gi, PARAGRAPH)
    .replace(/<\/(li|tr)\s*>/gi, BREAK);
  const bare = sanitizeWith(marked, { allowedTags: [], allowedAttributes: {} });
  const spaced = decodeEntities(bare)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(PARAGRAPH, "\n\n")
    .replaceAll(BREAK, "\n")
    .replace(/\n{3,}/g, "\n\n");
  return normalise(spaced);
}

/** `text` as paragraphs, with links for its web addresses. */
export function htmlOf(text: string): string {
  return text === "" ? "" : text.split(BETWEEN_PARAGRAPHS).map(paragraphOf).join("\n");
}

/** Whether `html` equals `htmlOf(text)`; usually decided by the first paragraph, without building the others. */
export function isHtmlOf(text: string, html: string): boolean {
  if (text === "") return html === "";
  let place = 0;
  for (const paragraph of text.split(BETWEEN_PARAGRAPHS)) {
    const expected = (place === 0 ? "" : "\n") + paragraphOf(paragraph);
    if (!html.startsWith(expected, place)) return false;
    place += expected.length;
  }
  return place === html.length;
}

const BETWEEN_PARAGRAPHS = /\n{2,}/;

const paragraphOf = (text: string): string => `<p>${linked(text).replaceAll("\n", "<br />")}</p>`;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

/** Escapes `text` for elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** A web address, without the punctuation of the sentence around it. */
const ADDRESS = /(\bhttps?:\/\/[^\s<>()"']*[^\s<>()"'.,;:!?])/;

/** Splitting by a group puts the addresses at the odd indices. */
const linked = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, place) => {
      const escaped = escapeHtml(part);
      if (place % 2 === 0) return escaped;
      return `<a href="${escaped}" rel="noopener nofollow ugc">${escaped}</a>`;
    })
    .join("");

/** sanitize-html leaves only these entities in the text it returns. */
const decodeEntities = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
