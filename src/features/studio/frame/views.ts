/** HTML of the studio's frame: bar, side navigation, head of a page, notice after an act. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { PageFrame } from "../../../platform/http/site.ts";
import { tabs } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { brand, form } from "../../web/layout/views.ts";
import {
  currentEntry,
  type Entry,
  PERSONAL,
  STUDIO,
  type Standing,
  showEntries,
  studioEntries,
} from "./navigation.ts";
import type { Words } from "./words.ts";

/** A show as the navigation names it. */
export type NamedShow = Readonly<{ show_id: number; title: string; image_url: string | null }>;

type Bar = Readonly<{ words: Words; frame: PageFrame; q: string }>;

const BARS: Html = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M2 5h16M2 10h16M2 15h10" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;

const GLASS: Html = html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="m12.8 12.8 4.2 4.2" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;

/** The bar at the top. Its button opens the navigation on a phone, without a script. */
export const barView = ({ words, frame, q }: Bar): Html => html`
<header class="studio-bar">
<button type="button" class="menu-button" popovertarget="menu" aria-label="${words.menu}">${BARS}</button>
${brand(frame, "/studio")}
<form class="search" role="search" action="/studio/find" data-find data-title="${words.find_title}" data-close="${words.close}">
<label class="hidden" for="find">${words.find}</label>
<input id="find" name="q" type="search" value="${q}" placeholder="${words.find}" maxlength="200">
<button type="submit" aria-label="${words.find_title}">${GLASS}</button>
</form>
<div class="dial" aria-hidden="true"><i class="needle" data-at="${stationOf(frame.url)}"></i></div>
</header>`;

/** The place of the needle: from left to right as the navigation from top to bottom; other pages are after it. */
function stationOf(url: string): number {
  const current = currentEntry(STUDIO, url);
  return current === undefined ? 11 : 2 * STUDIO.indexOf(current);
}

type Side = Readonly<{
  words: Words;
  url: string;
  show: NamedShow | undefined;
  /** The newest shows of the person. */
  shows: readonly NamedShow[];
  hasMore: boolean;
  standing: Standing;
}>;

/** The navigation: a column on wide screens, a popover on phones. */
export const sideView = ({ words, url, show, shows, hasMore, standing }: Side): Html => html`
<nav id="menu" class="side" popover aria-label="${words.studio}">
${entryList(studioEntries(standing), words, show === undefined ? url : "")}
${show !== undefined && showSection(show, words, url)}
${shows.length > 0 && switcher(words, show, shows, hasMore)}
<div class="side-foot">${entryList(PERSONAL, words, url)}</div>
</nav>`;

function entryList(entries: readonly Entry[], words: Words, url: string): Html {
  const current = currentEntry(entries, url);
  return html`<ul>${entries.map(
    (entry) =>
      html`<li><a href="${entry.path}${entry.at}"${entry === current && html` aria-current="page"`}>${words.entries[entry.name]}</a></li>`,
  )}</ul>`;
}

const showSection = (show: NamedShow, words: Words, url: string): Html => html`
<section class="side-show" aria-label="${fill(words.of_show, { show: show.title })}">
<p>${coverOf(show, 32)}<strong>${show.title}</strong></p>
${entryList(showEntries(show.show_id), words, url)}
</section>`;

/** Leads to the first page that each show has. */
function switcher(
  words: Words,
  current: NamedShow | undefined,
  shows: readonly NamedShow[],
  hasMore: boolean,
): Html {
  const others = shows.filter(({ show_id }) => show_id !== current?.show_id);
  const list = html`<ul>${others.map(
    (show) =>
      html`<li><a href="${showEntries(show.show_id)[0]?.path}">${coverOf(show, 24)}<span>${show.title}</span></a></li>`,
  )}${hasMore && html`<li><a href="/studio/shows">${words.all_shows}</a></li>`}</ul>`;
  return html`<details class="side-shows"${current === undefined && html` open`}><summary>${words.your_shows}</summary>${list}</details>`;
}

const coverOf = ({ image_url }: NamedShow, size: number): Html =>
  image_url === null
    ? html`<span class="cover none side-cover"></span>`
    : html`<img class="cover side-cover" src="${image_url}" alt="" width="${size}" height="${size}" loading="lazy" decoding="async">`;

export type Head = Readonly<{
  title: string;
  /** Below the title: facts, states, a sentence. */
  subtitle?: Html | string | undefined;
  /** The primary action first; buttons, or links that look like buttons. */
  actions?: Html | undefined;
  /** Pages of the same thing. */
  tabs?: readonly Entry[] | undefined;
}>;

/** The title of a page, what can be done on it, and its tabs. */
export const headView = (head: Head, words: Words, url: string): Html => html`
<header class="page-head">
<div><h1>${head.title}</h1>
${head.subtitle !== undefined && html`<div class="page-facts">${head.subtitle}</div>`}</div>
${head.actions !== undefined && html`<p class="actions">${head.actions}</p>`}
</header>
${head.tabs !== undefined && head.tabs.length > 1 && tabsView(head.title, head.tabs, words, url)}`;

function tabsView(label: string, entries: readonly Entry[], words: Words, url: string): Html {
  const current = currentEntry(entries, url);
  const links = entries.map((entry) => ({
    href: entry.path,
    name: words.entries[entry.name],
    current: entry === current,
  }));
  return tabs(label, links);
}

/** A sentence after an act; with `undo`, a button that takes it back. */
export type Done = Readonly<{
  text: string;
  undo?: Readonly<{ action: string; fields?: Readonly<Record<string, string>> }>;
}>;

/** `name`: what was done, as scripts know it. */
export const doneView = (
  name: string,
  { text, undo }: Done,
  words: Words,
  csrf: () => string,
): Html => html`
<div class="notice good done" role="status" data-done="${name}"><p>${text}</p>${
  undo !== undefined &&
  form(
    undo.action,
    csrf(),
    html`${Object.entries(undo.fields ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button type="submit" class="quiet">${words.undo}</button>`,
  )
}</div>`;
