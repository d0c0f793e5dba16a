/** The components that pages are made of besides forms; `/style` shows each. Pure. */
import { type Html, type HtmlValue, html } from "../../../platform/http/html.ts";

/** A link that looks like a button: for going somewhere, never for changing something. */
export const buttonLink = (href: string, text: string, kind?: "quiet" | "danger"): Html =>
  html`<a class="button${kind !== undefined && ` ${kind}`}" href="${href}">${text}</a>`;

/** A short state beside a name; the text says it, the colour repeats it. */
export const badge = (
  text: string,
  kind: "plain" | "accent" | "signal" | "good" | "bad" = "plain",
): Html => html`<span class="badge ${kind}">${text}</span>`;

/** Short facts in one line, with dots between them that do not stand at the end or the start of a line. */
export const joined = (facts: readonly HtmlValue[]): Html =>
  html`<span class="joined">${facts
    .map((fact) => html`${fact}`)
    .filter(({ text }) => text !== "")
    .map((fact) => html`<span>${fact}</span> `)}</span>`;

/** A box for things that lie side by side; `deck` lays them out. */
export const card = (body: Html): Html => html`<section class="card">${body}</section>`;

export const deck = (cards: readonly Html[]): Html => html`<div class="deck">${cards}</div>`;

/** A large figure with what it counts. */
export const figure = (value: string, label: string): Html =>
  html`<p><span class="figure">${value}</span><span class="soft">${label}</span></p>`;

type Empty = Readonly<{
  title: string;
  /** What this place will show, and the one thing to do first. */
  text: string;
  /** Buttons. */
  actions?: Html;
  /** Level of the heading: 1 if the page has no other. */
  level?: 1 | 2;
}>;

/** What a list shows while it has nothing. */
export const emptyState = ({ title, text, actions, level = 2 }: Empty): Html => html`
<div class="empty">${WAVE}
${level === 1 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
${text !== "" && html`<p>${text}</p>`}
${actions !== undefined && html`<p class="actions">${actions}</p>`}</div>`;

const WAVE: Html = html`<svg class="wave" viewBox="0 0 144 32" width="144" height="32" aria-hidden="true"><path d="M2 16C14 4 26 4 38 16s24 12 36 0 24-12 36 0 22 10 32 2" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-dasharray="1 5"/></svg>`;

type Column = Readonly<{ name: string /** Numbers are aligned to the right. */; number?: boolean }>;

/** A table whose head stays in view; the first cell of a row is its heading. */
export const table = (
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly HtmlValue[])[],
): Html => html`
<div class="scroller" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ name, number }) => html`<th scope="col"${numeric(number)}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
  (cells) =>
    html`<tr>${cells.map((cell, at) =>
      at === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td${numeric(columns[at]?.number)}>${cell}</td>`,
    )}</tr>`,
)}</tbody></table></div>`;

const numeric = (number: boolean | undefined): Html => html`${number && html` class="number"`}`;

type Link = Readonly<{ href: string; name: string; current?: boolean }>;

/** `count`: how many things the view shows. */
type Tab = Link & Readonly<{ count?: string }>;

/** Views of the same thing, one of which is shown. */
export const tabs = (label: string, links: readonly Tab[]): Html => html`
<nav class="tabs" aria-label="${label}"><ul>${links.map(
  ({ href, name, current, count }) =>
    html`<li><a href="${href}"${current && html` aria-current="page"`}>${name}${count !== undefined && html` <span class="count">${count}</span>`}</a></li>`,
)}</ul></nav>`;

/** Links of which one is in force: an order, a season, a language. `label` is shown before them. */
export const choices = (label: string, links: readonly Tab[]): Html => html`
<nav class="choices" aria-label="${label}"><span aria-hidden="true">${label}</span><ul>${links.map(
  ({ href, name, current }) =>
    html`<li><a href="${href}"${current && html` aria-current="true"`}>${name}</a></li>`,
)}</ul></nav>`;

/** The way to this page; the page itself is the heading below. */
export const breadcrumbs = (label: string, links: readonly Link[]): Html => html`
<nav class="crumbs" aria-label="${label}"><ol>${links.map(
  ({ href, name }) => html`<li><a href="${href}">${name}</a></li>`,
)}</ol></nav>`;

type Dialog = Readonly<{
  id: string;
  title: string;
  body: Html;
  /** Buttons; the one that closes comes by itself. */
  actions?: Html;
  close: string;
  /** "sheet" comes from the edge of the window. */
  kind?: "dialog" | "sheet";
  /** Shown at once, within the page. */
  open?: boolean;
}>;

/**
 * A dialog that a button with `commandfor` opens without a script (Invoker Commands, 2025). Its `form method="dialog"`
 * closes it. Give browsers without invokers a page that does the same.
 */
export const dialog = ({ id, title, body, actions, close, kind, open }: Dialog): Html => html`
<dialog id="${id}" class="dialog${kind === "sheet" && " sheet-dialog"}" aria-labelledby="${id}-title"${open && html` open`}>
<div class="dialog-head"><h2 id="${id}-title">${title}</h2></div>
${body}
<form method="dialog" class="dialog-actions"><button class="quiet">${close}</button>${actions}</form>
</dialog>`;

/** The button that opens a dialog. */
export const opener = (id: string, text: string, kind?: "quiet"): Html =>
  html`<button type="button" commandfor="${id}" command="show-modal"${kind && html` class="${kind}"`}>${text}</button>`;

/** A short confirmation at the edge of the window; `notice` for what must be read. */
export const toast = (text: string): Html => html`<p class="toast" role="status">${text}</p>`;
