/** The page of an episode's transcript as text, whose times play the episode from there. */
import { type Html, html } from "../../../platform/http/html.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { playerView, type Track } from "../../distribution/player/views.ts";
import { breadcrumbs } from "../layout/components.ts";
import { clockTime, type Words } from "../layout/rules.ts";
import type { Paragraph } from "./transcript.ts";
import { spoken } from "./views.ts";

export type TranscriptPage = Readonly<{
  title: string;
  /** With the key, if the episode needs one. */
  episode_url: string;
  track: Track;
  language: string;
  paragraphs: readonly Paragraph[];
  words: Words;
}>;

export const transcriptPage = (page: TranscriptPage): Html => {
  const { title, episode_url, track, language, paragraphs, words } = page;
  return html`
<article class="sheet transcript-page">
<header class="hero later"><div>${breadcrumbs(title, [{ href: episode_url, name: title }])}
<h1>${words.transcript}</h1></div></header>
${playerView([track], words, { heading: false, chapters: false })}
<div class="said-text" data-seeks${spoken(language, words)}>${paragraphs.map(
    ({ starts_at, speaker, text }, at) => html`
${speaker !== null && speaker !== paragraphs[at - 1]?.speaker && html`<p class="speaker"><bdi>${speaker}</bdi></p>`}
<p><a class="at" href="${track.audio_url}#t=${Math.floor(starts_at / 1000)}" data-seek="${starts_at}">${clockTime(starts_at)}</a> ${text}</p>`,
  )}</div>
<p><a href="${track.transcript_url}">${words.read_transcript}</a></p>
</article>`;
};

/** Search engines keep the episode's page, not this one, if a key opens it. */
export const transcriptHead = ({ episode_url, words }: TranscriptPage): Html => html`
<link rel="canonical" href="${episode_url.replace(/\?.*$/s, "")}/transcript">
${episode_url.includes("?") && html`<meta name="robots" content="noindex">`}
${listeningHead(words)}`;
