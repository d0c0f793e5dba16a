/** HTML of the report of a campaign for its sponsor, and of the form that shares it. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { BoardRow } from "../../advertising/lineitems/board/store.ts";
import { buttonLink, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, submit } from "../../web/layout/views.ts";
import { dayText } from "../adboard/columns.ts";
import { percentOf } from "../adboard/reasons.ts";
import { timeSeries } from "../charts/timeseries.ts";
import { chartWords } from "../charts/words.ts";
import type { Words } from "./words.ts";

export type Report = Readonly<{
  words: Words;
  name: string;
  advertiser_name: string;
  items: readonly BoardRow[];
  days: readonly Readonly<{ day: string; delivered: number }>[];
  today: string;
}>;

/** The campaign without its prices, with nothing that leads elsewhere. */
export function reportView({ words, name, advertiser_name, items, days, today }: Report): Html {
  const n = (value: number) => value.toLocaleString(words.locale);
  const delivered = items.reduce((sum, item) => sum + item.delivered, 0);
  const goal = items.reduce((sum, item) => sum + (item.goal ?? 0), 0);
  const says =
    goal === 0
      ? fill(words.says_plain, { n: n(delivered) })
      : fill(words.says, { n: n(delivered), percent: percentOf(delivered / goal, words) });
  const columns = [
    { name: words.item },
    { name: words.start },
    { name: words.end },
    { name: words.delivered, number: true },
    { name: words.goal, number: true },
  ];
  return html`
<h1>${name}</h1>
<p class="soft">${fill(words.lead, { advertiser: advertiser_name, date: dayText(today, words) })}</p>
${timeSeries({
  words: chartWords(words.locale),
  id: "days",
  title: words.by_day,
  sentence: says,
  measure: words.delivered,
  kind: "bars",
  points: days.map(({ day, delivered: value }) => ({ name: dayText(day, words), value })),
})}
${table(
  words.items,
  columns,
  items.map((item) => [
    item.name,
    dayText(item.start_date, words),
    dayText(item.end_date, words),
    n(item.delivered),
    item.goal === null ? "–" : n(item.goal),
  ]),
)}
<p class="soft">${words.counted}</p>`;
}

type Sharing = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  campaign_id: number;
  /** The address that was just made. */
  url: string | null;
  /** Until when the present address works. */
  until: Date | null;
}>;

export function sharingView({ words, csrf, refusal, campaign_id, url, until }: Sharing): Html {
  const path = `/studio/ads/campaigns/${campaign_id}`;
  const date =
    until &&
    new Intl.DateTimeFormat(words.locale, { dateStyle: "long", timeZone: "UTC" }).format(until);
  return html`<p>${words.share_lead}</p>
${url !== null && html`<div class="notice good" role="status"><p>${words.address}</p><p><a href="${url}">${url}</a></p></div>`}
${date !== null && html`<p>${fill(words.until, { date })}</p>`}
${form(
  `${path}/share`,
  csrf,
  html`${field({ label: words.days, name: "days", value: refusal.given.days ?? "30", error: refusal.fields.days })}
<p class="actions">${submit(words.do_share)} ${buttonLink(path, words.back, "quiet")}</p>`,
)}
${until !== null && form(`${path}/unshare`, csrf, submit(words.do_end, "danger"))}`;
}
