/** HTML of one campaign: its facts, and its line items over time. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { CampaignRow } from "../../advertising/campaigns/store.ts";
import type { BoardRow } from "../../advertising/lineitems/board/store.ts";
import { budgetText, campaignBadge } from "./columns.ts";
import { ganttView } from "./gantt.ts";
import type { Words } from "./words.ts";

export const campaignFacts = (row: CampaignRow, words: Words): Html =>
  html`${campaignBadge(row.status, words)} ${row.advertiser_name} · ${words.spent}: ${budgetText(row, words)}${row.external_id !== null && html` · ${row.external_id}`}`;

type Shown = Readonly<{
  words: Words;
  row: CampaignRow;
  items: readonly BoardRow[];
  today: string;
}>;

export const campaignView = ({ words, row, items, today }: Shown): Html => html`
${ganttView(items, today, words)}
${items.length > 0 && html`<p><a href="/studio/ads?campaign=${row.campaign_id}">${words.see_line_items}</a></p>`}`;
