/** HTML of the comparison of a report with a campaign: the form, the result above it. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, type HtmlValue, html } from "../../../platform/http/html.ts";
import { decimal } from "../../../platform/statistics/money.ts";
import type { Reconciliation } from "../../measurement/reconciliation/actions.ts";
import {
  type Compared,
  type Pair,
  percentOf,
  worstFirst,
} from "../../measurement/reconciliation/comparing.ts";
import { badge, buttonLink, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, notice } from "../../web/layout/views.ts";
import { dayText } from "../adboard/columns.ts";
import { fileField } from "../frame/filefields.ts";
import { plural } from "../frame/plurals.ts";
import type { Words } from "./words.ts";

/** Rows that the page shows; the CSV has all. */
const SHOWN_ROWS = 200;
const SHOWN_UNKNOWN = 20;

const COLUMNS = ["date_column", "lineitem_column", "impressions_column", "revenue_column"] as const;
const CHOICES = {
  lineitem_by: ["auto", "id", "external_id", "name"],
  date_order: ["auto", "day_first", "month_first"],
  decimal_mark: ["auto", "point", "comma"],
} as const;

type Form = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  campaign_id: number;
  result: Html | null;
}>;

export function formView({ words, csrf, refusal, campaign_id, result }: Form): Html {
  const { given, fields, message } = refusal;
  const path = `/studio/ads/campaigns/${campaign_id}`;
  const known = (name: string) => ({ name, value: given[name], error: fields[name] });
  const isTold =
    COLUMNS.some((name) => Boolean(given[name] || fields[name])) ||
    Object.keys(CHOICES).some(
      (name) => Boolean(fields[name]) || (given[name] ?? "auto") !== "auto",
    );
  return html`${notice(message, "problem")}${result}
<div class="ad-reconcile"><p class="soft">${words.lead}</p>
<form method="post" action="${path}/reconcile" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="${csrf}">
${fileField({ label: words.file, name: "report_file", accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain", hint: words.file_hint, error: fields.report_file, required: true })}
<details${isTold && html` open`}><summary>${words.writing}</summary>
<p class="soft">${words.writing_lead}</p>
${COLUMNS.map((name) => field({ label: words[name], autocomplete: "off", maxlength: 200, ...known(name) }))}
${Object.entries(CHOICES).map(([name, values]) =>
  choice({
    label: words[name as keyof typeof CHOICES],
    options: values.map((value) => [value, words[value]] as const),
    ...known(name),
  }),
)}</details>
<p class="actions"><button type="submit" name="answer" value="page">${words.compare}</button> <button type="submit" class="quiet" name="answer" value="csv">${words.compare_csv}</button> ${buttonLink(path, words.back, "quiet")}</p>
</form></div>`;
}

type Result = Readonly<{ words: Words; found: Reconciliation; currency: string }>;

export function resultView({ words, found, currency }: Result): Html {
  const { rows, sums, hasRevenue, range, survey } = found;
  const n = (value: number) => value.toLocaleString(words.locale);
  const money = moneyIn(words, currency);
  const marked = rows.filter(({ isMarked }) => isMarked).length;
  const says =
    marked === 0
      ? plural(words, words.none_marked, rows.length)
      : plural(words, words.marked, rows.length, { marked: n(marked) });
  const { date, lineitem, impressions, revenue } = survey.columns;
  const columns = [date, lineitem, impressions, ...(revenue === null ? [] : [revenue])];
  return html`<section class="ad-result" aria-labelledby="result"><h2 id="result">${words.result}</h2>
<p role="status"><strong>${says}</strong></p>
<p>${fill(words.impressions_say, { ours: n(sums.sold.impressions), theirs: n(sums.reported.impressions), percent: percentText(countPercent(sums), words) })}
${hasRevenue && fill(words.revenue_say, { ours: money(sums.sold.revenue), theirs: money(sums.reported.revenue), percent: percentText(moneyPercent(sums), words) })}</p>
<p class="soft">${fill(words.read, { from: dayText(range.from, words), to: dayText(range.to, words), lines: n(survey.rows), columns: columns.map(({ name }) => `“${name}”`).join(", "), by: words[found.lineitem_by] })}</p>
${unknownView(words, found)}
${rows.length > SHOWN_ROWS && html`<p class="soft">${fill(words.first, { n: n(SHOWN_ROWS) })}</p>`}
${table(
  words.rows,
  headOf(words, hasRevenue),
  worstFirst(rows)
    .slice(0, SHOWN_ROWS)
    .map((row) => rowOf(row, { words, found, currency })),
)}
</section>`;
}

const unknownView = (words: Words, { strangers }: Reconciliation): Html => html`
${
  strangers.length > 0 &&
  html`<div class="notice plain"><p>${plural(words, words.unknown, strangers.length)}</p><ul>${strangers
    .slice(0, SHOWN_UNKNOWN)
    .map(
      ({ name, impressions }) =>
        html`<li>${fill(words.unknown_item, { name: name === "" ? "–" : name, impressions: impressions.toLocaleString(words.locale) })}</li>`,
    )}${strangers.length > SHOWN_UNKNOWN && html`<li>…</li>`}</ul></div>`
}`;

const headOf = (words: Words, hasRevenue: boolean) => [
  { name: words.day },
  { name: words.lineitem },
  { name: words.ours, number: true },
  { name: words.theirs, number: true },
  { name: words.difference, number: true },
  ...(hasRevenue
    ? [
        { name: words.revenue_ours, number: true },
        { name: words.revenue_theirs, number: true },
        { name: words.revenue_difference, number: true },
      ]
    : []),
];

function rowOf(row: Compared, { words, found, currency }: Result): HtmlValue[] {
  const { lineitem_id, sold, reported, marks } = row;
  const money = moneyIn(words, currency);
  const name = found.names.get(lineitem_id) ?? `#${lineitem_id}`;
  const marked = (percent: string | null, isOver: boolean): HtmlValue => {
    const text = percentText(percent, words);
    return isOver ? html`${text} ${badge(words.is_marked, "bad")}` : text;
  };
  return [
    html`<span class="ad-day">${dayText(row.date, words)}</span>`,
    html`<a href="/studio/ads/lineitems/${lineitem_id}">${name}</a>`,
    sold.impressions.toLocaleString(words.locale),
    reported.impressions.toLocaleString(words.locale),
    marked(countPercent(row), marks.impressions),
    ...(found.hasRevenue
      ? [money(sold.revenue), money(reported.revenue), marked(moneyPercent(row), marks.revenue)]
      : []),
  ];
}

const countPercent = ({ sold, reported }: Pair): string | null =>
  percentOf(BigInt(sold.impressions), BigInt(reported.impressions));
const moneyPercent = ({ sold, reported }: Pair): string | null =>
  percentOf(sold.revenue, reported.revenue);

const percentText = (percent: string | null, { locale, no_base }: Words): string =>
  percent === null
    ? no_base
    : (Number(percent) / 100).toLocaleString(locale, {
        style: "percent",
        minimumFractionDigits: 2,
        signDisplay: "exceptZero",
      });

/** Intl formats decimal texts without rounding them to a double first. */
const moneyIn =
  ({ locale }: Words, currency: string) =>
  (amount: bigint): string =>
    new Intl.NumberFormat(locale, { style: "currency", currency }).format(
      decimal(amount) as `${number}`,
    );
