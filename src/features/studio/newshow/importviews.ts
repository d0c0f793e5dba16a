/** HTML of an import in progress and its report; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { form, notice, submit } from "../../web/layout/views.ts";
import { plural } from "../frame/plurals.ts";
import type { Words } from "./words.ts";

type Report = Readonly<{
  title: string;
  created: number;
  updated: number;
  unchanged: number;
  skipped: readonly Readonly<{ item: number; title: string | null; reason: string }>[];
  notes: readonly string[];
}>;

export type Import = Readonly<{
  feed_url: string | null;
  media: string;
  state: string;
  show_id: number | null;
  report: Report | null;
  error: string | null;
  error_type: string | null;
  ownership_code: string | null;
}>;

type ImportShown = Readonly<{ csrf: string; words: Words; one: Import }>;

export const isImportMoving = ({ state }: Import): boolean =>
  state === "PENDING" || state === "RUNNING";

/** The title of the page. */
export const importTitle = (words: Words, one: Import): string => {
  if (isImportMoving(one)) return words.importing;
  return one.state === "FAILED" || one.report === null ? words.import_failed : words.import_done;
};

export function importView({ csrf, words, one }: ImportShown): Html {
  if (isImportMoving(one)) return importingView(words, one);
  if (one.state === "FAILED" || one.report === null) return failedView({ csrf, words, one });
  return reportView(words, one, one.report);
}

const importingView = (words: Words, { feed_url }: Import): Html => html`
<div data-live>
${feed_url !== null && html`<p class="soft">${feed_url}</p>`}
<p>${words.import_waiting}</p>
<progress class="wide" aria-label="${words.importing}"></progress>
</div>`;

/** Errors, reasons and notes of imports exist in English only. */
const failedView = ({ csrf, words, one }: ImportShown): Html => html`
${one.error !== null && notice(html`<span lang="en">${one.error}</span>`, "problem")}
${
  one.error_type === "ownership-not-proved" &&
  one.ownership_code !== null &&
  html`<p>${words.code_lead}</p><p class="secret">${one.ownership_code}</p>`
}
${
  one.feed_url !== null &&
  form(
    "/studio/import",
    csrf,
    html`<input type="hidden" name="feed_url" value="${one.feed_url}"><input type="hidden" name="media" value="${one.media}">${submit(words.import_again)}`,
  )
}`;

const reportView = (words: Words, { show_id }: Import, report: Report): Html => html`
<p><strong>${report.title}</strong></p>
<ul class="report">${(["created", "updated", "unchanged"] as const)
  .filter((name) => report[name] > 0)
  .map((name) => html`<li>${plural(words, words[name], report[name])}</li>`)}</ul>
<p class="actions">
${
  show_id !== null &&
  html`<a class="button" href="/studio/shows/${show_id}/episodes">${words.see_episodes}</a>
<a class="button quiet" href="/studio/shows/${show_id}/cover">${words.check_cover}</a>
<a class="button quiet" href="/show/${show_id}">${words.open_show}</a>`
}
<a class="button quiet" href="/studio">${words.shows}</a>
</p>
${
  report.skipped.length > 0 &&
  html`<h2>${plural(words, words.skipped, report.skipped.length)}</h2>
<ul>${report.skipped.map(
    ({ item, title, reason }) =>
      html`<li><strong>${title ?? fill(words.skipped_item, { n: item })}</strong>: <span lang="en">${reason}</span></li>`,
  )}</ul>`
}
${
  report.notes.length > 0 &&
  html`<h2>${words.notes}</h2>
<ul lang="en">${report.notes.map((note) => html`<li>${note}</li>`)}</ul>`
}`;
