/** HTML of the pages that ask before an episode is published, unscheduled or deleted. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import type { Words } from "./words.ts";

export type Act = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  back: string;
  timezone: string;
  episode: Readonly<{
    episode_id: number;
    title: string;
    show_title: string;
    auto_published_at: Date | null;
  }>;
}>;

const backField = (back: string): Html => html`<input type="hidden" name="back" value="${back}">`;

export const publishView = (act: Act): Html => {
  const { words, csrf, refusal, back, episode } = act;
  return html`
${notice(refusal.message ?? refusal.fields.auto_published_at ?? null, "problem")}
<p>${fill(words.publish_lead, { title: episode.title, show: episode.show_title })}</p>
${plannedView(act, words.publish_planned)}
${form(`/studio/episodes/${episode.episode_id}/publish`, csrf, html`${backField(back)}<p class="actions">${submit(words.publish_now)} <a href="${back}">${words.cancel}</a></p>`)}`;
};

/** When it would be published without the act. */
const plannedView = (
  { words, timezone, episode: { auto_published_at } }: Act,
  text: string,
): Html =>
  html`${auto_published_at !== null && html`<p class="soft">${fill(text, { date: new Intl.DateTimeFormat(words.locale, { dateStyle: "full", timeStyle: "short", timeZone: timezone }).format(auto_published_at) })}</p>`}`;

export const unscheduleView = (act: Act): Html => {
  const { words, csrf, refusal, back, episode } = act;
  return html`
${notice(refusal.message ?? refusal.fields.auto_published_at ?? null, "problem")}
<p>${fill(words.unschedule_lead, { title: episode.title, show: episode.show_title })}</p>
${plannedView(act, words.unschedule_planned)}
${form(`/studio/episodes/${episode.episode_id}/unschedule`, csrf, html`${backField(back)}<p class="actions">${submit(words.unschedule)} <a href="${back}">${words.cancel}</a></p>`)}`;
};

export const deleteView = ({ words, csrf, refusal, back, episode }: Act): Html => html`
${notice(refusal.message, "problem")}
<p>${fill(words.delete_lead, { title: episode.title, show: episode.show_title })}</p>
${form(
  `/studio/episodes/${episode.episode_id}/delete`,
  csrf,
  html`${backField(back)}${field({ label: words.name, name: "name", value: refusal.given.name, error: refusal.fields.name, hint: episode.title, required: true, maxlength: 500, autocomplete: "off" })}
<p class="actions">${submit(words.delete, "danger")} <a href="${back}">${words.cancel}</a></p>`,
)}`;
