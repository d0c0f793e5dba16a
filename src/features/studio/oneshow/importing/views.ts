/** HTML of the page that begins an import into a show, and lists earlier ones; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { table } from "../../../web/layout/components.ts";
import { choice, field, form, notice, submit } from "../../../web/layout/views.ts";
import { showPath } from "../showlayout.ts";
import type { Words } from "./words.ts";

export type ImportingPage = Readonly<{
  csrf: string;
  words: Words;
  show_id: number;
  timezone: string;
  /** Where the show came from. */
  feed_url: string | null;
  imports: readonly Readonly<{
    import_id: number;
    feed_url: string | null;
    state: string;
    created_at: Date;
  }>[];
}>;

export const importingView = (page: ImportingPage, refusal: Refusal): Html => {
  const { csrf, words, show_id, imports } = page;
  const { given, fields, message } = refusal;
  return html`
${notice(message, "problem")}
<p class="lead">${words.lead}</p>
${form(
  showPath(show_id, "/import"),
  csrf,
  html`${field({ label: words.feed_url, name: "feed_url", type: "url", value: given.feed_url ?? page.feed_url, error: fields.feed_url, hint: words.feed_hint, required: true, autocapitalize: "none" })}
${choice({
  label: words.media,
  name: "media",
  value: given.media ?? "link",
  error: fields.media,
  options: [
    ["link", words.media_link],
    ["copy", words.media_copy],
  ],
})}
${submit(words.look)}`,
)}
<section class="topic history" aria-labelledby="history-title"><h2 id="history-title">${words.history}</h2><div>
${imports.length === 0 ? html`<p class="soft">${words.none}</p>` : historyView(page)}</div></section>`;
};

function historyView({ words, imports, timezone }: ImportingPage): Html {
  const format = new Intl.DateTimeFormat(words.locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  });
  const states = words.states as Readonly<Record<string, string>>;
  return table(
    words.history,
    [{ name: words.date }, { name: words.source }, { name: words.result }],
    imports.map(({ import_id, feed_url, state, created_at }) => [
      html`<a href="/studio/imports/${import_id}">${format.format(created_at)}</a>`,
      feed_url ?? words.file,
      states[state] ?? state,
    ]),
  );
}
