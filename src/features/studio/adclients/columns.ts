/** The columns of lists of advertisers and campaigns; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { PublicStatus } from "../../advertising/campaigns/schema.ts";
import { sumView } from "../../advertising/campaigns/views.ts";
import { badge } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { dayTextIn, moneyText } from "../adboard/columns.ts";
import { percentOf } from "../adboard/reasons.ts";
import type { Column } from "../tables/columns.ts";
import type { AdvertiserListRow, CampaignListRow } from "./actions.ts";
import type { Words } from "./words.ts";

const NONE: Html = html`<span class="soft nil">–</span>`;

export const advertiserColumns = (words: Words): Column<AdvertiserListRow>[] => [
  {
    key: "name",
    name: words.name,
    sortable: true,
    cell: ({ advertiser_id, name }) =>
      html`<a href="/studio/ads/advertisers/${advertiser_id}">${name}</a>`,
    value: ({ name }) => name,
  },
  {
    key: "campaigns",
    name: words.campaigns_count,
    number: true,
    sortable: true,
    cell: ({ advertiser_id, campaigns_count }) =>
      html`<a href="/studio/ads/campaigns?advertiser=${advertiser_id}">${campaigns_count.toLocaleString(words.locale)}</a>`,
    value: ({ campaigns_count }) => campaigns_count,
  },
  {
    key: "categories",
    name: words.categories,
    cell: ({ iab_categories }) => iab_categories.split(",").join(", "),
    value: ({ iab_categories }) => iab_categories,
  },
  {
    key: "domain",
    name: words.domain,
    cell: ({ domain }) => domain ?? NONE,
    value: ({ domain }) => domain,
  },
  {
    key: "external",
    name: words.external,
    cell: ({ external_id }) => external_id ?? NONE,
    value: ({ external_id }) => external_id,
  },
];

const KINDS = {
  NOT_STARTED: "accent",
  RUNNING: "good",
  STOPPED: "plain",
  COMPLETED: "plain",
} as const;

export const campaignBadge = (status: PublicStatus, words: Words): Html =>
  badge(words[status], KINDS[status]);

/** `€ 12.50 of € 100.00 (13 %)`. */
export function budgetText(row: CampaignListRow | BudgetRow, words: Words): string {
  const spent = moneyText(sumView(row.spent_amount), row.currency, words);
  if (row.budget === null) return spent;
  const budget = moneyText(sumView(row.budget), row.currency, words);
  const share = Number(row.budget) === 0 ? 1 : Number(row.spent_amount) / Number(row.budget);
  return `${spent} / ${budget} (${fill(words.used, { percent: percentOf(share, words) })})`;
}
type BudgetRow = Readonly<{ spent_amount: string; budget: string | null; currency: string }>;

export const campaignColumns = (words: Words): Column<CampaignListRow>[] => [
  {
    key: "name",
    name: words.name,
    sortable: true,
    cell: ({ campaign_id, name, advertiser_name }) =>
      html`<div class="ad-name"><a href="/studio/ads/campaigns/${campaign_id}">${name}</a><span class="soft">${advertiser_name}</span></div>`,
    value: ({ name }) => name,
  },
  {
    key: "status",
    name: words.state,
    cell: ({ status }) => campaignBadge(status, words),
    value: ({ status }) => status,
  },
  day("start", words.start, ({ start_date }) => start_date, words),
  day("end", words.end, ({ end_date }) => end_date, words),
  {
    key: "spent",
    name: words.spent,
    number: true,
    sortable: true,
    cell: ({ spent_amount, currency }) => moneyText(sumView(spent_amount), currency, words),
    value: ({ spent_amount }) => sumView(spent_amount),
  },
  {
    key: "budget",
    name: words.budget,
    number: true,
    cell: ({ budget, currency }) =>
      budget === null ? NONE : moneyText(sumView(budget), currency, words),
    value: ({ budget }) => (budget === null ? null : sumView(budget)),
  },
  {
    key: "advertiser",
    name: words.advertiser,
    isExtra: true,
    cell: ({ advertiser_name }) => advertiser_name,
    value: ({ advertiser_name }) => advertiser_name,
  },
  {
    key: "external",
    name: words.external,
    isExtra: true,
    cell: ({ external_id }) => external_id ?? NONE,
    value: ({ external_id }) => external_id,
  },
];

function day(
  key: string,
  name: string,
  of: (row: CampaignListRow) => string | null,
  words: Words,
): Column<CampaignListRow> {
  const textOf = dayTextIn(words);
  const cell = (row: CampaignListRow) => {
    const one = of(row);
    return one === null ? NONE : html`<time datetime="${one}">${textOf(one)}</time>`;
  };
  return { key, name, sortable: true, cell, value: of };
}
