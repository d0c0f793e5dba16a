/** HTML of reports: the form, totals, rows, and the saved ones. Pure. */
import { type Html, type HtmlValue, html } from "../../../platform/http/html.ts";
import type { Report } from "../../measurement/campaignreports/actions.ts";
import type { SavedReportRow } from "../../measurement/campaignreports/saved/store.ts";
import { specOfRow } from "../../measurement/campaignreports/saved/views.ts";
import type { ReportSpec } from "../../measurement/campaignreports/schema.ts";
import type { listScheduled } from "../../measurement/reportmails/store.ts";
import { buttonLink, emptyState, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, notice } from "../../web/layout/views.ts";
import { dayText } from "../adboard/columns.ts";
import { plural } from "../frame/plurals.ts";
import type { TableQuery } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { columnsOf, ecpmText, revenueText } from "./columns.ts";
import { type Choices, type Fields, specFields } from "./fields.ts";
import { PATH, reportHref } from "./links.ts";
import { pathOf } from "./mails/views.ts";
import type { MailsWords } from "./mails/words.ts";
import type { Words } from "./words.ts";

export type Shown = Fields &
  Readonly<{
    query: TableQuery;
    spec: ReportSpec;
    team_id: number;
    /** Several if the person may choose. */
    teams: Choices;
    message: string | null;
    /** null: what was asked for has problems. */
    report: Report | null;
    saved: readonly SavedReportRow[];
    /** Of those the ones that are mailed. */
    scheduled: Awaited<ReturnType<typeof listScheduled>>;
    mailsWords: MailsWords;
    /** Who looks at it: they change their own reports. */
    user_id: number;
  }>;

export const reportsView = (shown: Shown): Html => html`
${notice(shown.message, "problem")}${savedView(shown)}
${formOf(shown)}
${shown.report !== null && reportView(shown, shown.report)}`;

function formOf(shown: Shown): Html {
  const { words, teams, team_id } = shown;
  return html`<form class="report-form" action="${PATH}">
${teams.length > 1 ? choice({ label: words.team, name: "team", value: String(team_id), options: teams }) : html`<input type="hidden" name="team" value="${team_id}">`}
${specFields(shown)}
<p class="actions"><button type="submit">${words.show_report}</button></p></form>`;
}

function reportView(shown: Shown, { range, rows, totals }: Report): Html {
  const { words, query, spec, team_id } = shown;
  const total = totals.reduce((sum, { rows_count }) => sum + rows_count, 0);
  const days = { from: dayText(range.from, words), to: dayText(range.to, words) };
  return html`<section aria-labelledby="report"><h2 id="report">${fill(words.heading, days)}</h2>
<p class="soft">${words.lead}</p>
${total > 0 && totalsView(words, totals)}
<p class="actions">${buttonLink(reportHref(`${PATH}/new`, team_id, spec), words.save_report, "quiet")}</p>
${listTable({
  words: tableWords(words.locale),
  caption: words.page,
  path: PATH,
  keep: Object.fromEntries(new URLSearchParams(reportHref("", team_id, spec).slice(1))),
  query,
  columns: columnsOf(spec.dimensions, words),
  rows,
  total,
  empty: emptyState({ title: words.empty_title, text: words.empty, level: 2 }),
})}</section>`;
}

const totalsView = (words: Words, totals: Report["totals"]): Html =>
  table(
    words.totals,
    [
      { name: words.currency },
      { name: words.impressions, number: true },
      { name: words.revenue, number: true },
      { name: words.ecpm, number: true },
    ],
    totals.map((row) => [
      row.currency,
      row.impressions.toLocaleString(words.locale),
      revenueText(row, words),
      ecpmText(row, words),
    ]),
  );

/** What a report shows, in a few words: “Last week · Day, Campaign”. */
function specText({ period, from, to, dimensions }: ReportSpec, words: Words): string {
  const days =
    period === "custom" && from !== null && to !== null
      ? fill(words.heading, { from: dayText(from, words), to: dayText(to, words) })
      : words[period];
  return [days, dimensions.map((one) => words[one]).join(", ")].filter(Boolean).join(" · ");
}

/** How often a report is mailed, as a link to the page that says so. */
function mailsLink({ mailsWords, scheduled }: Shown, row: SavedReportRow): Html {
  const schedule = scheduled.get(row.report_id);
  const stopped = schedule?.next_at === null ? mailsWords.stopped_short : null;
  const text = schedule === undefined ? mailsWords.not_mailed : mailsWords[schedule.frequency];
  return html`<a href="${pathOf(row)}">${stopped ?? text}<span class="hidden">: ${mailsWords.title} – ${row.name}</span></a>`;
}

function savedView(shown: Shown): Html {
  const { words, saved, user_id, mailsWords } = shown;
  if (saved.length === 0) return html``;
  const columns = [
    { name: words.name },
    { name: words.shows },
    { name: words.owner },
    { name: mailsWords.mails },
    { name: "" },
  ];
  return html`<details class="saved-reports" open><summary>${plural(words, words.saved_reports, saved.length)}</summary>
${table(
  words.saved_title,
  columns,
  saved.map((row): HtmlValue[] => [
    html`<a href="${reportHref(PATH, row.team_id, specOfRow(row))}">${row.name}</a>`,
    specText(specOfRow(row), words),
    row.owner_name,
    mailsLink(shown, row),
    row.user_id === user_id &&
      html`<a href="${PATH}/${row.report_id}" aria-label="${fill(words.change_named, { name: row.name })}">${words.change}</a>`,
  ]),
)}</details>`;
}
