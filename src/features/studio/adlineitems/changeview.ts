/** HTML of one change of a line item before it is applied: what changes, and what it would bring. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { LineitemParams } from "../../advertising/lineitems/schema.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { buttonLink, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { form, notice } from "../../web/layout/views.ts";
import { percentOf } from "../adboard/reasons.ts";
import { plural } from "../frame/plurals.ts";
import { changeText } from "./changetexts.ts";
import { fieldName, fieldText, type Reader } from "./fieldtexts.ts";
import { changeHref, changeParams, pathOf } from "./links.ts";
import type { Change, Outcome } from "./proposing.ts";
import { capital } from "./sentence.ts";

export type Trial = Reader &
  Readonly<{
    csrf: string;
    row: LineitemRow;
    change: Change;
    country: string | undefined;
    params: LineitemParams;
    present: Outcome;
    changed: Outcome;
    message: string | null;
  }>;

export function trialView(trial: Trial): Html {
  const { words, board, csrf, row, change, country, message } = trial;
  const chosen = { change, country };
  const hidden = { ...changeParams(chosen), revision: String(row.revision) };
  const lead = capital(changeText(chosen, row, words, board), words);
  return html`${notice(message, "problem")}
<p>${fill(words.try_lead, { change: lead })}</p>
<div class="ad-trial">${changesTable(trial)}
${outcomesTable(trial)}
${displacedView(trial)}</div>
${form(
  `${pathOf(row)}/change`,
  csrf,
  html`${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="actions"><button type="submit">${words.do_apply}</button> ${buttonLink(changeHref(row, "edit", chosen), words.apply, "quiet")} ${buttonLink(`${pathOf(row)}?simulate=1#help`, words.cancel, "quiet")}</p>`,
)}`;
}

function changesTable(trial: Trial): Html {
  const { words, row, params } = trial;
  const rows = Object.entries(params)
    .filter(([field, value]) => row[field as keyof LineitemRow] !== value)
    .map(([field, value]) => [
      fieldName(field, trial),
      fieldText(field, row[field as keyof LineitemRow], trial),
      fieldText(field, value, trial),
    ]);
  const columns = [{ name: words.field }, { name: words.today }, { name: words.changed }];
  return table(words.what_changes, columns, rows);
}

function outcomesTable({ words, present, changed }: Trial): Html {
  const n = (value: number) => value.toLocaleString(words.locale);
  const signed = new Intl.NumberFormat(words.locale, { signDisplay: "exceptZero" });
  const line = (name: string, of: (outcome: Outcome) => number) => [
    name,
    n(of(present)),
    n(of(changed)),
    signed.format(of(changed) - of(present)),
  ];
  const share = ({ share: of }: Outcome) => (of === null ? "–" : percentOf(of, words));
  const rows = [
    line(words.projected, ({ total }) => total),
    ...(present.share === null ? [] : [[words.goal_share, share(present), share(changed), ""]]),
    line(words.available, ({ available }) => available),
    line(words.contended, ({ contended }) => contended),
  ];
  const columns = [
    { name: words.measure },
    { name: words.today, number: true },
    { name: words.changed, number: true },
    { name: words.difference, number: true },
  ];
  return html`${table(words.what_comes, columns, rows)}
<p class="soft">${plural(words, words.from_samples, changed.samples_count)}</p>`;
}

/** Line items that lose slots, each with how many today and with the change. */
function displacedView({ words, present, changed }: Trial): Html | false {
  const before = new Map(present.displaced.map((one) => [one.lineitem_id, one.impressions]));
  const rows = changed.displaced.map(({ lineitem_id, name, impressions }) => [
    html`<a href="${pathOf({ lineitem_id })}">${name}</a>`,
    (before.get(lineitem_id) ?? 0).toLocaleString(words.locale),
    impressions.toLocaleString(words.locale),
  ]);
  const columns = [
    { name: words.basics },
    { name: words.today, number: true },
    { name: words.changed, number: true },
  ];
  return rows.length > 0 && table(words.displaces, columns, rows);
}
