/** HTML of one line item: figures, curve, reasons, proposals, creatives. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { OutlookDay } from "../../advertising/adserving/control/outlook.ts";
import { sumView } from "../../advertising/campaigns/views.ts";
import { creativeView } from "../../advertising/lineitems/creatives/views.ts";
import { badge, buttonLink } from "../../web/layout/components.ts";
import { clockTime, fill } from "../../web/layout/rules.ts";
import { dayText, moneyText, priorityName, statusBadge } from "../adboard/columns.ts";
import { timeSeries } from "../charts/timeseries.ts";
import { chartWords } from "../charts/words.ts";
import { pathOf } from "./links.ts";
import type { Page } from "./page.ts";
import { proposalsView } from "./proposalview.ts";
import { soundView } from "./sound.ts";
import { whyView } from "./whyview.ts";
import type { Words } from "./words.ts";

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
${curveView(page.shown.outlook, page.shown.pace?.due, page.words)}
${whyView(page)}
${page.canPropose && proposalsView(page)}
${creativesView(page)}`;

function figures({ words, board, row, shown: { pace } }: Page): Html {
  const one = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const known = (value: number | null | undefined) => (value == null ? "–" : n(value, words));
  const revenue = moneyText(sumView(row.revenue), pace?.currency ?? "EUR", words);
  return html`<h2 class="hidden">${words.facts}</h2>
<dl class="ad-figures">${one(words.delivered, n(row.impressions_tracked, words))}${one(words.due, known(pace?.due))}${one(board.goal, known(row.goal_impressions))}${one(words.projected, known(pace?.projected))}${one(words.revenue, revenue)}</dl>`;
}

/** Cumulative deliveries against the curve, and where they may end. */
function curveView(
  outlook: readonly OutlookDay[],
  dueNow: number | null | undefined,
  words: Words,
): Html {
  if (outlook.length === 0) return html`<p class="soft">${words.no_curve}</p>`;
  const line = (of: (day: OutlookDay) => number | null) =>
    outlook.map((day) => ({ name: shortDay(day.day, words), value: of(day) }));
  const now = outlook.findLast(({ delivered }) => delivered !== null);
  const end = outlook.at(-1);
  const says = fill(words.curve_says, {
    delivered: n(now?.delivered ?? 0, words),
    due: n(dueNow ?? now?.due ?? 0, words),
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
