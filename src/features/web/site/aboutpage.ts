/** The page about the site: what its operator says of it, and how people listen, publish and build on it. */
import { type Html, html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import type { SiteIdentity } from "../../../platform/http/site.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { fill, type Words, wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { LISTENING } from "./schema.ts";

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
];

function aboutView({ name, about, tagline }: SiteIdentity, words: Words): Html {
  const text = about ?? tagline ?? fill(words.about_text, { name });
  const paragraphs = text.split(/\n\s*\n/).filter((one) => one !== "");
  return html`
<article class="sheet about">
<header class="hero"><div><h1>${fill(words.about_title, { name })}</h1>
${paragraphs.map((one) => html`<p class="lead">${one}</p>`)}</div></header>
${part("listening", words.listening, html`<p>${words.listening_text}</p><p><a href="/popular">${words.browse}</a></p>`)}
${part("feeds", words.feeds, html`<p>${fill(words.feeds_text, { button: words.follow })}</p>`)}
${part("publishing", words.publishing, html`<p>${words.publishing_text}</p><p><a href="/studio">${words.studio}</a></p>`)}
${part("developers", words.developers, html`<p>${words.developers_text}</p><p><a href="/docs">${words.api_docs}</a></p>`)}
</article>`;
}

const part = (id: string, title: string, body: Html): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;
