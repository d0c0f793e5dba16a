/** HTML of the pages with one form: a message, and a report of one. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { fill, type Words } from "../layout/rules.ts";
import { field, form, notice, submit, textArea } from "../layout/views.ts";

export type EpisodeForm = Readonly<{
  words: Words;
  csrf: string;
  episode: Readonly<{ episode_id: number; title: string }>;
  key: string | undefined;
  refusal: Refusal;
}>;

type Shown = Readonly<{ title: string; body: Html }>;

const keyField = (key: string | undefined): Html =>
  html`${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}`;

/** `path`: where the form is sent. */
export function writeView(
  { words, csrf, episode, key, refusal }: EpisodeForm,
  path: string,
): Shown {
  const { given, fields, message } = refusal;
  return {
    title: words.write_message,
    body: html`
<h1>${words.write_message}</h1>
<p class="soft"><a href="/episode/${episode.episode_id}"><bdi>${episode.title}</bdi></a></p>
${notice(message, "problem")}
${form(
  path,
  csrf,
  html`${keyField(key)}${textArea({ label: words.your_message, name: "text", rows: 5, value: given.text, error: fields.text, hint: words.message_hint, required: true, maxlength: 4000 })}${submit(words.post_message)}`,
)}`,
  };
}

export function reportView(
  { words, csrf, episode, key, refusal }: EpisodeForm,
  path: string,
): Shown {
  const { given, fields, message } = refusal;
  return {
    title: words.report_message,
    body: html`
<h1>${words.report_message}</h1>
<p>${fill(words.report_hint, { title: episode.title })}</p>
${notice(message, "problem")}
${form(
  path,
  csrf,
  html`${keyField(key)}${field({ label: words.report_reason, name: "reason", value: given.reason, error: fields.reason, maxlength: 1000 })}${submit(words.report_message)}`,
)}`,
  };
}

type Mark = Readonly<{
  episode_id: number;
  isPlayed: boolean;
  csrf: string;
  words: Words;
  /** The page to come back to. */
  next: string;
}>;

/** Marks an episode of the library as played, or as unplayed. */
export const markForm = ({ episode_id, isPlayed, csrf, words, next }: Mark): Html => html`
<form class="mark" method="post" action="/episode/${episode_id}/progress" data-act data-heard="${episode_id}">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="played" value="${isPlayed ? "" : "1"}"><input type="hidden" name="next" value="${next}">
<button type="submit" class="plain" id="played-${episode_id}">${isPlayed ? words.mark_unplayed : words.mark_played}</button></form>`;
