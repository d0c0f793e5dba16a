/** The frame of the documentation's pages: the site's layout, the search field and the contents. */
import { type Html, html } from "../../../platform/http/html.ts";
import { DEFAULT_LOCALE } from "../../../platform/http/locale.ts";
import type { SiteIdentity } from "../../../platform/http/site.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { ALL_OPERATIONS, chapterUrl, guideUrl, RECORD_PAGES } from "./rules.ts";
import type { Api, Chapter } from "./schema.ts";
import { inline } from "./text.ts";

/** What all pages of the documentation show around their content. */
export type Sidebar = Readonly<{
  api: Api;
  guides: readonly Readonly<{ name: string; title: string }>[];
  /** The URL of a script or stylesheet. */
  asset(name: string): string;
}>;

type DocsPage = Readonly<{
  title: string;
  /** Path of the page, which the contents mark. */
  path: string;
  body: Html;
  site: SiteIdentity;
  /** The text in the search field. */
  q?: string;
}>;

/** A whole page. Its text is English, and so is its frame. */
export const docsPage = ({ title, path, body, site, q = "" }: DocsPage, sidebar: Sidebar): Html =>
  layout({
    title,
    session: "any",
    frame: { site, url: path },
    head: html`<link rel="stylesheet" href="${sidebar.asset("docs.css")}">
<script type="module" src="${sidebar.asset("docs.js")}" blocking="render"></script>
${listeningHead(wordsOf(DEFAULT_LOCALE))}`,
    body: html`
<div class="docs">
<div class="sidebar">
${searchField(sidebar, q)}
<details class="contents"><summary>Contents</summary>
<nav aria-label="Documentation">${contents(sidebar, path)}</nav>
</details>
</div>
<div class="page">
${body}
</div>
</div>`,
  });

const searchField = ({ asset }: Sidebar, q: string): Html => html`
<form class="finder" role="search" aria-label="Documentation" action="/docs/search" data-index="${asset("index.json")}">
<label class="hidden" for="docs-q">Search the documentation</label>
<input id="docs-q" name="q" type="search" value="${q}" placeholder="Search the API" maxlength="200" autocomplete="off" spellcheck="false">
<button type="submit" aria-label="Search the documentation">${GLASS}</button>
<div class="found" role="status"></div>
</form>`;

const GLASS = html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="m12.8 12.8 4.2 4.2" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;

const contents = ({ api, guides }: Sidebar, path: string): Html => html`
<ul>
${[
  link("/docs", "Overview", path),
  link(ALL_OPERATIONS, "All operations", path),
  link("/docs/errors", "Errors", path),
  link("/docs/limits", "Limits", path),
  RECORD_PAGES.toReversed().map((page) => link(page.path, page.title, path)),
]}
</ul>
<p>Endpoints</p>
<ul>${api.chapters.map((chapter) => chapterEntry(chapter, path))}</ul>
<p>Guides</p>
<ul>${guides.map(({ name, title }) => link(guideUrl(name), title, path))}</ul>`;

const link = (url: string, text: string, path: string): Html =>
  html`<li><a href="${url}"${url === path && html` aria-current="page"`}>${text}</a></li>`;

/** The current chapter lists its operations. */
function chapterEntry({ name, slug, operations }: Chapter, path: string): Html {
  const url = chapterUrl(slug);
  if (url !== path) return link(url, name, path);
  return html`<li><a href="${url}" aria-current="page">${name}</a><ul>${operations.map(
    ({ id, summary }) => html`<li><a href="#${id}">${inline(summary)}</a></li>`,
  )}</ul></li>`;
}
