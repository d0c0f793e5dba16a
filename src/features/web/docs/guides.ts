/** The guides of `docs/` as pages. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { RendererObject, Token, Tokens } from "marked";
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { guideUrl } from "./rules.ts";
import { codeBlock } from "./text.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../../docs");

/** For users of the API; the other pages of `docs/` are for operators and developers of Longwave. */
const FILES = [
  "http.md",
  "guides/automate.md",
  "guides/write-a-client.md",
  "guides/webhooks.md",
  "guides/agents.md",
  "guides/upload.md",
  "guides/episodes.md",
  "guides/import.md",
  "guides/shows.md",
  "guides/chapters-and-cuepoints.md",
  "guides/numbers.md",
  "guides/embed.md",
  "guides/explore.md",
  "guides/moderation.md",
  "feeds.md",
  "search.md",
  "ranking.md",
  "guides/run-ads.md",
  "advertising.md",
  "ad-decision.md",
  "audio.md",
  "delivery.md",
  "counting.md",
  "statistics.md",
  "glossary.md",
];

export type Guide = Readonly<{
  name: string;
  title: string;
  headings: readonly string[];
  body: Html;
}>;

/** Reads all guides; their text comes with this version of Longwave. */
export function readGuides(): Guide[] {
  // Loaded with the first page of the documentation: a server is asked for its audio more often.
  const library: typeof import("marked") = createRequire(import.meta.url)("marked");
  return FILES.map((file) => readGuide(library, file));
}

const nameOfGuide = (file: string): string => path.basename(file, ".md");

function readGuide({ Marked }: typeof import("marked"), file: string): Guide {
  const text = readFileSync(path.join(FOLDER, file), "utf8");
  const marked = new Marked<string, string>({ renderer: rendererOf(file) });
  const tokens = marked.lexer(text);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const [title, ...rest] = headings.map((heading) => plainText(heading.tokens ?? []));
  return {
    name: nameOfGuide(file),
    title: title ?? file,
    headings: rest,
    body: trusted(scrolling(withoutEmptyHeads(marked.parser(tokens)))),
  };
}

/** Markdown has no table without a head: cells and rows of heads that say nothing are not read out as heads. */
const withoutEmptyHeads = (text: string): string =>
  text
    .replaceAll(/<thead>\s*<tr>\s*(?:<th[^>]*><\/th>\s*)+<\/tr>\s*<\/thead>\s*/g, "")
    .replaceAll(/<th([^<>]*)><\/th>/g, "<td$1></td>");

/** Tables scroll sideways, and by the keyboard, where they are wider than the page. */
const scrolling = (text: string): string =>
  text
    .replaceAll("<table>", '<div class="scroller" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => ("tokens" in token && token.tokens ? plainText(token.tokens) : textIn(token)))
    .join("");

const textIn = (token: Token): string => ("text" in token ? String(token.text) : token.raw);

const idOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Headings get ids, wide content scrolls, and links lead to the pages of this server. */
const rendererOf = (file: string): RendererObject<string, string> => ({
  heading({ tokens, depth }) {
    const text = trusted(this.parser.parseInline(tokens));
    const id = idOf(plainText(tokens));
    if (depth === 1) return html`<h1>${text}</h1>`.text;
    return depth === 2
      ? html`<h2 id="${id}">${text}</h2>`.text
      : html`<h3 id="${id}">${text}</h3>`.text;
  },
  code: ({ text }) => codeBlock(text).text,
  // Comments mark the parts that are generated.
  html: () => "",
  link({ href, tokens }) {
    const text = trusted(this.parser.parseInline(tokens));
    const url = urlOf(href, file);
    return url === null ? text.text : html`<a href="${url}">${text}</a>`.text;
  },
});

/** Where a link of `file` leads here; null if this server does not show it. */
function urlOf(href: string, file: string): string | null {
  if (/^https?:/.test(href) || href.startsWith("#")) return href;
  const [target = "", hash] = href.split("#");
  const found = path.posix.join(path.posix.dirname(file), target);
  const anchor = hash === undefined ? "" : `#${hash}`;
  if (FILES.includes(found)) return guideUrl(nameOfGuide(found)) + anchor;
  if (found === "errors.md" || found === "limits.md") return `/docs/${nameOfGuide(found)}`;
  return found === "../openapi.json" ? "/openapi.json" : null;
}
