/** Converts campaign reports to the wire and to CSV; pure. */
import type { Cell, Sheet } from "../../../platform/http/csv.ts";
import { decimal } from "../../../platform/statistics/money.ts";
import type { ReportRow } from "../statistics/reports/store.ts";
import type { Report } from "./actions.ts";
import { type Dimension, ecpmOf, groupOf } from "./rules.ts";

type Figures = Pick<ReportRow, "currency" | "impressions" | "revenue">;

const figuresView = ({ currency, impressions, revenue }: Figures) => {
  const ecpm = ecpmOf(impressions, revenue);
  return {
    currency,
    impressions_sold: impressions,
    revenue_amount: decimal(revenue),
    ecpm_amount: ecpm === null ? null : decimal(ecpm),
  };
};

export const itemView = ({
  currency,
  impressions,
  revenue,
  creative_lineitem_name: _,
  ...keys
}: ReportRow) => ({
  ...keys,
  ...figuresView({ currency, impressions, revenue }),
});

export const headView = ({ spec, range, totals }: Report) => ({
  ...range,
  dimensions: [...spec.dimensions],
  rows_count: totals.reduce((sum, { rows_count }) => sum + rows_count, 0),
  totals: totals.map(figuresView),
});

type Item = ReturnType<typeof itemView>;

/** The columns of a report, in the order of its CSV. */
const columnsOf = (dimensions: readonly Dimension[]): (keyof Item)[] => [
  ...(groupOf(dimensions) === null ? [] : (["date"] as const)),
  ...(dimensions.includes("advertiser") ? (["advertiser_id", "advertiser_name"] as const) : []),
  ...(dimensions.includes("campaign") ? (["campaign_id", "campaign_name"] as const) : []),
  ...(dimensions.includes("lineitem") ? (["lineitem_id", "lineitem_name"] as const) : []),
  ...(dimensions.includes("show") ? (["show_id", "show_name"] as const) : []),
  ...(dimensions.includes("creative") ? (["creative_id", "creative_name"] as const) : []),
  "currency",
  "impressions_sold",
  "revenue_amount",
  "ecpm_amount",
];

/** The same rows as CSV, formatted while they are sent. */
export function reportSheet({ spec, range, rows }: Report): Sheet {
  const header = columnsOf(spec.dimensions);
  return { name: `campaign-report-${range.from}-${range.to}`, header, rows: cellsOf(rows, header) };
}

function* cellsOf(rows: readonly ReportRow[], header: readonly (keyof Item)[]): Generator<Cell[]> {
  for (const row of rows) {
    const item = itemView(row);
    yield header.map((key) => item[key]);
  }
}
