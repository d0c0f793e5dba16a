/** The head, the header with its dial and the footer of every page. */
import { hash } from "node:crypto";
import { type Html, html } from "../../../platform/http/html.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { isWebAddress, type PageFrame, type SiteIdentity } from "../../../platform/http/site.ts";
import { accentPath } from "./accent.ts";
import { EARLY_FONTS } from "./fonts.ts";
import { LANGUAGES, type Words } from "./rules.ts";
import { STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.ts";
import { tokenColours } from "./tokens.ts";

/** The stylesheets of a page, with the site's accent if it has one of its own. */
export const stylesheetLink = (site?: SiteIdentity): Html =>
  html`<link rel="stylesheet" href="${STYLESHEET_PATH}?v=${STYLESHEET_VERSION}">${
    site && site.accent !== null && html`<link rel="stylesheet" href="${accentPath(site.accent)}">`
  }`;

/** Fetches the fonts together with the stylesheet instead of after it. */
export const fontLinks: Html = html`${EARLY_FONTS.map(
  (font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
)}`;

const [DAY, NIGHT] = tokenColours("paper");

/** The site's icons, and the colours of the browser around its pages. */
export const icons = html`<link rel="icon" href="/favicon.ico" sizes="48x48"><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">
<meta name="theme-color" content="${DAY}" media="(prefers-color-scheme: light)"><meta name="theme-color" content="${NIGHT}" media="(prefers-color-scheme: dark)">`;

/** The mark: a long wave, and the point where it is received. */
const MARK: Html = html`<svg class="mark" viewBox="0 0 36 20" width="36" height="20" aria-hidden="true"><path d="M2 13C6 3.5 11 3.5 15.5 10s9 7.5 13.5 1" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="31.5" cy="6" r="3.2"/></svg>`;

const GLASS: Html = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="m12.8 12.8 4.2 4.2" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;

/** Stands for the person's name on phones. */
const PERSON: Html = html`<svg viewBox="0 0 20 20" width="22" height="22" aria-hidden="true"><circle cx="10" cy="6.6" r="3.4" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M3.4 17.4a6.6 6.6 0 0 1 13.2 0" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/></svg>`;

type Header = Readonly<{
  frame: PageFrame;
  words: Words;
  session: SessionCaller | null | "any";
  q: string;
}>;

export const header = ({ frame, words, session, q }: Header): Html => html`
<a class="skip" href="#main">${words.skip}</a>
<header class="top">
${brand(frame, "/")}
${searchForm(words, q)}
<nav aria-label="${words.account}">${accountLinks(words, session, frame.url)}</nav>
<div class="dial" aria-hidden="true"><i class="needle" data-at="${stationOf(frame.url)}"></i></div>
</header>`;

/** The site's logo and name, as a link. */
export const brand = ({ site }: PageFrame, href: string): Html =>
  html`<a class="brand" href="${href}">${site.logo === null ? MARK : logo(site.logo)}<span>${site.name}</span></a>`;

const logo = (url: string): Html =>
  html`<img class="logo" src="${url}" alt="" width="120" height="36">`;

/** A search field; error pages have one of their own besides, which is not a second landmark. */
export const searchForm = (words: Words, q: string, id = "q"): Html => html`
<form class="search"${id === "q" && html` role="search"`} action="/search">
${searchField(words, { id, label: words.search_hint, q })}
</form>`;

type SearchField = Readonly<{ id: string; label: string; q: string }>;

/** The field and the button of a search form. */
export const searchField = (words: Words, { id, label, q }: SearchField): Html => html`
<label class="hidden" for="${id}">${label}</label>
<input id="${id}" name="q" type="search" value="${q}" placeholder="${label}" maxlength="200" required>
<button type="submit" aria-label="${words.search}">${GLASS}</button>`;

/** A page that is the same for everybody links to what asks visitors to sign in. */
function accountLinks(words: Words, session: Header["session"], url: string): Html {
  const studio = html`<a href="/studio">${words.studio}</a>`;
  if (session === "any") return studio;
  if (session !== null)
    return html`<a href="/library">${words.library}</a>${studio}<a class="person-link" href="/settings">${PERSON}<span>${session.fullname}</span></a>`;
  const next = LISTENING.test(url) ? `?next=${encodeURIComponent(url)}` : "";
  return html`<a href="/sign-in${next}" rel="nofollow">${words.sign_in}</a>`;
}

/** Whoever signs in while listening to these pages comes back to them; all others start with their shows. */
const LISTENING = /^\/(?:show|episode|user|organization|category|tag|list|search|popular)\b/;

const STATIONS = 12;

/** The place of the needle for a page: the same on each visit, another one on the next page. */
const stationOf = (url: string): number =>
  url === "/" ? 0 : (hash("sha1", pathOf(url), "buffer")[0] ?? 0) % STATIONS;

const pathOf = (url: string): string => url.replace(/\?.*$/s, "");

/** `translated`: the page exists in all languages, so that it can be shown in another one. */
export const footer = (
  { site, url }: PageFrame,
  { words, session }: Pick<Header, "words" | "session">,
  translated: boolean,
): Html => html`
<footer class="foot">
<div><p class="name">${site.name}</p>${site.tagline !== null && html`<p>${site.tagline}</p>`}</div>
<nav aria-label="${words.site_links}"><ul>
<li><a href="/popular">${words.popular}</a></li>
<li><a href="/#categories">${words.categories}</a></li>
<li><a href="/about">${words.about_site}</a></li>
<li><a href="/about#feeds">${words.feeds}</a></li>
<li><a href="/docs">${words.api_docs}</a></li>
${legalLinks(site, words)}
${session !== null && session !== "any" && html`<li><a href="/sign-out" rel="nofollow">${words.sign_out}</a></li>`}
</ul></nav>
${translated && languageSwitch(url, words)}
<p class="powered">${words.powered_by}</p>
</footer>`;

/** What the operator has given of legal notice, privacy policy and contact. */
const legalLinks = ({ imprint, privacy, contact }: SiteIdentity, words: Words): Html => html`
${imprint !== null && html`<li><a href="${isWebAddress(imprint) ? imprint : "/imprint"}">${words.imprint}</a></li>`}
${privacy !== null && html`<li><a href="${isWebAddress(privacy) ? privacy : "/privacy"}">${words.privacy}</a></li>`}
${contact !== null && html`<li><a href="${isWebAddress(contact) ? contact : `mailto:${contact}`}">${words.contact}</a></li>`}`;

const languageSwitch = (url: string, words: Words): Html => html`
<nav class="languages" aria-label="${words.pages_in}"><ul>${LANGUAGES.map(
  ([lang, name]) =>
    html`<li><a href="/language/${lang}?next=${encodeURIComponent(url)}" lang="${lang}" hreflang="${lang}" rel="nofollow"${lang === words.lang && html` aria-current="true"`}>${name}</a></li>`,
)}</ul></nav>`;
