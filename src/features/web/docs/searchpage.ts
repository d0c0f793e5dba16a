/** The search results of the documentation. */
import { type Html, html } from "../../../platform/http/html.ts";
import { findEntries } from "./browser/match.js";
import type { Entry } from "./schema.ts";
import { inline } from "./text.ts";

const MOST = 60;

export function searchPage(entries: readonly Entry[], q: string): Html {
  const matches = findEntries(entries, q, MOST);
  return html`
<h1>${q === "" ? "Search the documentation" : html`Results for “${q}”`}</h1>
${matches.length === 0 && html`<p>${q === "" ? "Search for an operation, a parameter, a record, a limit or an error type." : "Nothing found. Try fewer or shorter words."}</p>`}
${matches.length === MOST && html`<p class="soft">The best ${MOST}. Add a word to narrow them down.</p>`}
<ul class="results">${matches.map(({ entry, names }) => result(entry, names))}</ul>`;
}

const result = (entry: Entry, names: readonly string[]): Html => html`
<li><a href="${entry.url}">${inline(entry.title)}</a> <code>${entry.detail}</code>
<p>${inline(excerpt(entry.text))}</p>${
  names.length > 0 &&
  html`<p class="soft">${names.map((name, at) => html`${at > 0 && ", "}${fieldName(entry, name)}`)}</p>`
}</li>`;

/** Parameters of operations have ids of their own, unless they are inside others. */
const fieldName = ({ kind, url, names }: Entry, name: string): Html =>
  kind === "operation" && name !== names[0] && !name.includes(".")
    ? html`<a href="${url}.${name}"><code>${name}</code></a>`
    : html`<code>${name}</code>`;

const LENGTH = 180;

/** The beginning of a text, up to the end of a word. */
const excerpt = (text: string): string =>
  text.length <= LENGTH ? text : `${text.slice(0, text.lastIndexOf(" ", LENGTH))} …`;
