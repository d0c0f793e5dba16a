/** The pages about the site: its legal notice, its privacy policy, and what its operator says of it, and how people listen, publish and build on it. */
import { notFound } from "../../../platform/failure.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { isWebAddress, type SiteIdentity } from "../../../platform/http/site.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { fill, type Words, wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { LISTENING } from "./schema.ts";

/** The operator's own text, in the language in which it was written. */
const legalPage = (name: "imprint" | "privacy", summary: string) =>
  page({
    method: "GET",
    path: `/${name}`,
    summary,
    access: "anyone",
    look: LISTENING,
    handle({ locale, session, frame }) {
      const words = wordsOf(locale);
      const text = frame.site[name];
      if (text === null) throw notFound("page");
      if (isWebAddress(text)) return redirect(text);
      const body = html`<article class="sheet about"><h1>${words[name]}</h1><div class="said-lines" dir="auto">${paragraphsOf(text).map((one) => html`<p>${one}</p>`)}</div></article>`;
      return layout({
        session,
        frame,
        words,
        title: words[name],
        head: listeningHead(words),
        body,
      });
    },
  });

export const aboutPages = [
  page({
    method: "GET",
    path: "/about",
    summary: "Show what the site is about",
    access: "anyone",
    look: LISTENING,
    handle({ locale, session, frame }) {
      const words = wordsOf(locale);
      return layout({
        session,
        frame,
        words,
        title: fill(words.about_title, { name: frame.site.name }),
        head: listeningHead(words),
        body: aboutView(frame.site, words),
      });
    },
  }),
  legalPage("imprint", "Show the legal notice of the site"),
  legalPage("privacy", "Show the privacy policy of the site"),
];

const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((one) => one.trim() !== "");

function aboutView({ name, about, tagline }: SiteIdentity, words: Words): Html {
  const text = about ?? tagline ?? fill(words.about_text, { name });
  return html`
<article class="sheet about">
<header class="hero"><div><h1>${fill(words.about_title, { name })}</h1>
${paragraphsOf(text).map((one) => html`<p class="lead">${one}</p>`)}</div></header>
${part("listening", words.listening, html`<p>${words.listening_text}</p><p><a href="/popular">${words.browse}</a></p>`)}
${part("feeds", words.feeds, html`<p>${fill(words.feeds_text, { button: words.follow })}</p>`)}
${part("publishing", words.publishing, html`<p>${words.publishing_text}</p><p><a href="/studio">${words.studio}</a></p>`)}
${part("developers", words.developers, html`<p>${words.developers_text}</p><p><a href="/docs">${words.api_docs}</a></p>`)}
</article>`;
}

const part = (id: string, title: string, body: Html): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;
