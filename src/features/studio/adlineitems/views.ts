/** HTML of one line item: figures, curve, reasons, proposals, creatives. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { OutlookDay } from "../../advertising/adserving/control/outlook.ts";
import { sumView } from "../../advertising/campaigns/views.ts";
import { creativeView } from "../../advertising/lineitems/creatives/views.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { badge, buttonLink, table } from "../../web/layout/components.ts";
import { clockTime, fill } from "../../web/layout/rules.ts";
import { dayText, moneyText, priorityName, statusBadge } from "../adboard/columns.ts";
import { percentOf } from "../adboard/reasons.ts";
import type { Words as BoardWords } from "../adboard/words.ts";
import { timeSeries } from "../charts/timeseries.ts";
import { chartWords } from "../charts/words.ts";
import type { Shown } from "./actions.ts";
import { type Change, type Proposals, paramsOf } from "./proposing.ts";
import { diagnosisTexts, reasonText } from "./reasons.ts";
import { soundView } from "./sound.ts";
import type { Words } from "./words.ts";

export type Page = Readonly<{
  words: Words;
  board: BoardWords;
  row: LineitemRow;
  shown: Shown;
  /** null: not asked for, or without a goal. */
  proposals: Proposals | null;
  /** Whether the person may change it. */
  canWrite: boolean;
  csrf: string;
  baseUrl: string;
}>;

export const pathOf = ({ lineitem_id }: Pick<LineitemRow, "lineitem_id">): string =>
  `/studio/ads/lineitems/${lineitem_id}`;

const n = (value: number, { locale }: Words): string => value.toLocaleString(locale);

export function lineitemFacts({ words, board, row, shown }: Page): Html {
  const { delivery_status = "DRAFT" } = shown.pace ?? {};
  return html`${statusBadge(delivery_status, board)} <a href="/studio/ads/campaigns/${row.campaign_id}">${row.campaign_name}</a> · ${priorityName(row.priority_id, board)} · ${dayText(row.start_date, words)} – ${dayText(row.end_date, words)}`;
}

/** What can be done with it; the primary act first. */
export function actsView({ words, row, csrf, shown }: Page): Html {
  const act = (name: string, text: string, kind: string) =>
    html`<button type="submit" name="act" value="${name}"${kind !== "" && html` class="${kind}"`}>${text}</button>`;
  const path = pathOf(row);
  const canStart = !row.active && row.canceled_at === null;
  const hasAudio = shown.creatives.some(({ status }) => status !== "ERROR");
  return html`<form method="post" action="${path}/act" class="ad-acts"><input type="hidden" name="csrf" value="${csrf}">
${canStart && hasAudio && act("start", words.do_start, "")}${row.active && act("pause", words.do_pause, "")}
${buttonLink(`${path}/edit`, words.do_edit, "quiet")}${act("clone", words.do_clone, "quiet")}${buttonLink(`${path}/delete`, words.do_delete, "quiet")}</form>`;
}

export const lineitemView = (page: Page): Html => html`
${figures(page)}
${curveView(page.shown.outlook, page.words)}
${whyView(page)}
${page.row.goal_impressions !== null && page.canWrite && proposalsView(page)}
${creativesView(page)}`;

function figures({ words, board, row, shown: { pace } }: Page): Html {
  const one = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const known = (value: number | null | undefined) => (value == null ? "–" : n(value, words));
  const revenue = moneyText(sumView(row.revenue), pace?.currency ?? "EUR", words);
  return html`<dl class="ad-figures">${one(words.delivered, n(row.impressions_tracked, words))}${one(words.due, known(pace?.due))}${one(board.goal, known(row.goal_impressions))}${one(words.projected, known(pace?.projected))}${one(words.revenue, revenue)}</dl>`;
}

/** Cumulative deliveries against the curve, and where they may end. */
function curveView(outlook: readonly OutlookDay[], words: Words): Html {
  if (outlook.length === 0) return html`<p class="soft">${words.no_curve}</p>`;
  const line = (of: (day: OutlookDay) => number | null) =>
    outlook.map((day) => ({ name: shortDay(day.day, words), value: of(day) }));
  const now = outlook.findLast(({ delivered }) => delivered !== null);
  const end = outlook.at(-1);
  const says = fill(words.curve_says, {
    delivered: n(now?.delivered ?? 0, words),
    due: n(now?.due ?? 0, words),
  });
  const cone =
    end?.low == null || end.high === null
      ? ""
      : ` ${fill(words.curve_cone, { low: n(end.low, words), high: n(end.high, words) })}`;
  return timeSeries({
    words: chartWords(words.locale),
    id: "curve",
    title: words.curve,
    sentence: `${says}${cone}`,
    measure: words.delivered,
    points: line(({ delivered }) => delivered),
    comparison: { name: words.curve_due, points: line(({ due }) => due) },
    cone: {
      low: { name: words.cone_low, points: line(({ low }) => low) },
      high: { name: words.cone_high, points: line(({ high }) => high) },
    },
  });
}

const shortDay = (day: string, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

function whyView(page: Page): Html {
  const {
    words,
    shown: { diagnosis, daily },
  } = page;
  const texts = diagnosisTexts(diagnosis, words);
  const lead = fill(words.why_says, {
    n: n(diagnosis.opportunities_count, words),
    won: n(diagnosis.won_count, words),
  });
  return html`<section class="ad-why" aria-labelledby="why"><h2 id="why">${words.why}</h2>
<p>${texts.length === 0 ? words.no_record : html`<a href="#calendar">${lead}</a>`}</p>
${texts.length > 0 && html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`}
${takersView(page)}
${calendarView(daily, words)}</section>`;
}

/** Takers beyond these are small. */
const SHOWN_TAKERS = 5;

/** Who takes the slots that it could have, each leading to its page or to the days. */
function takersView({ words, board, shown: { diagnosis } }: Page): Html | false {
  const { takers, slots_count } = diagnosis;
  if (takers.length === 0) return false;
  const items = takers.slice(0, SHOWN_TAKERS).map(({ lineitem_id, name, priority_id, count }) => {
    const values = {
      n: n(count, words),
      percent: percentOf(count / Math.max(1, slots_count), words),
      priority: priorityName(priority_id, board),
    };
    return lineitem_id === null || name === null
      ? html`<li><a href="#calendar">${fill(words.taken_by_others, values)}</a></li>`
      : html`<li><a href="${pathOf({ lineitem_id })}">${fill(words.taken_by, { ...values, name })}</a></li>`;
  });
  return html`<h3 id="takers">${words.takers}</h3>
<p class="soft">${fill(words.takers_lead, { n: n(slots_count, words) })}</p>
<ul>${items}</ul>`;
}

/** Each day with its chances, wins and main hindrance. */
function calendarView(daily: Shown["daily"], words: Words): Html | false {
  if (daily.length === 0) return false;
  const rows = [...Map.groupBy(daily, ({ day }) => day)].map(([day, reasons]) => {
    const total = reasons.reduce((sum, { count }) => sum + count, 0);
    const won = reasons.find(({ reason }) => reason === "won")?.count ?? 0;
    const main = reasons.find(({ reason }) => reason !== "won");
    const text = main === undefined ? null : reasonText(main, total, words);
    return [dayText(day, words), n(total, words), n(won, words), text ?? "–"];
  });
  const columns = [
    { name: words.date },
    { name: words.chances, number: true },
    { name: words.won, number: true },
    { name: words.main_reason },
  ];
  return html`<div id="calendar">${table(words.calendar, columns, rows)}</div>`;
}

function proposalsView({ words, board, row, proposals }: Page): Html {
  const path = pathOf(row);
  const simulate = html`<p>${buttonLink(`${path}?simulate=1#help`, words.do_propose, "quiet")}</p>`;
  return html`<section class="ad-why" aria-labelledby="help"><h2 id="help">${words.proposals}</h2>
<p class="soft">${words.proposals_lead}</p>
${proposals === null ? simulate : proposalList(proposals)}</section>`;

  function proposalList({ present, proposals: found }: Proposals): Html {
    const figureOf = (total: number, share: number) => ({
      n: n(total, words),
      percent: percentOf(share, words),
    });
    const goal = row.goal_impressions ?? 0;
    const isReached = present.share >= 1;
    const now = isReached ? figureOf(goal, 1) : figureOf(present.total, present.share);
    return html`<p>${fill(words.as_is, now)} <span class="soft">${fill(words.from_samples, { n: n(present.samples_count, words) })}</span></p>
${found.length === 0 && !isReached && html`<p>${words.no_help}</p>`}
<ul>${found.map(
      ({ change, country, total, share, displaced }) =>
        html`<li>${fill(words.brings, { change: changeText({ change, country }, row, words, board), ...figureOf(total, share) })} <a href="${path}/edit?change=${change}${country !== undefined && html`&amp;country=${country}`}">${words.apply}</a>${
          displaced.length > 0 &&
          html`<br><span class="soft">${words.displaces}: ${displaced
            .slice(0, 3)
            .map(({ name, impressions }) => `${name} (${n(impressions, words)})`)
            .join(", ")}</span>`
        }</li>`,
    )}</ul>`;
  }
}

function changeText(
  { change, country }: Readonly<{ change: Change; country: string | undefined }>,
  row: LineitemRow,
  words: Words,
  board: BoardWords,
): string {
  if (country !== undefined) {
    const value = new Intl.DisplayNames(words.locale, { type: "region" }).of(country) ?? country;
    return fill(words.c_country, { value });
  }
  const { priority_id = row.priority_id } = paramsOf(change, row) ?? {};
  return fill(words[`c_${change}`], { value: priorityName(priority_id, board) });
}

const KINDS = { PENDING: "plain", PROCESSING: "accent", READY: "good", ERROR: "bad" } as const;

function creativesView(page: Page): Html {
  const { words, shown, baseUrl, row, canWrite } = page;
  if (shown.creatives.length === 0)
    return html`<section><h2>${words.creatives}</h2><p class="soft">${words.no_creatives}</p></section>`;
  const items = shown.creatives.map((creative, at) => {
    const { filename, status, error, duration, weight, audio_url } = creativeView(
      creative,
      baseUrl,
    );
    const check = shown.sounds[at];
    const length = duration === null ? "" : ` · ${clockTime(duration)}`;
    return html`<li><h3>${filename}</h3>
<p>${badge(words[status], KINDS[status])}${error !== null && html` ${error}`} <span class="soft">${words.weight} ${n(weight, words)}${length}</span></p>
${audio_url !== null && html`<p><audio class="aircheck-audio" controls preload="none" src="${audio_url}" aria-label="${filename}"></audio></p>`}
${check !== undefined && status === "READY" && soundView(check, words)}</li>`;
  });
  return html`<section class="ad-why" aria-labelledby="creatives"><h2 id="creatives">${words.creatives}</h2>
<ul class="ad-creatives">${items}</ul>
${canWrite && html`<p>${buttonLink(`${pathOf(row)}/aircheck`, words.aircheck, "quiet")}</p>`}</section>`;
}
