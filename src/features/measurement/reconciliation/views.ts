/** Converts reconciliations to the wire; pure. */
import { decimal } from "../../../platform/statistics/money.ts";
import type { Reconciliation } from "./actions.ts";
import { type Pair, percentOf, worstFirst } from "./comparing.ts";

/** Strangers that a response lists. */
const MOST_UNKNOWN = 20;

/** `hasRevenue`: the report has amounts, too. */
export const pairView = ({ sold, reported, isMarked }: Pair, hasRevenue: boolean) => ({
  impressions_sold: sold.impressions,
  impressions_reported: reported.impressions,
  impressions_difference: percentOf(BigInt(sold.impressions), BigInt(reported.impressions)),
  revenue_amount: decimal(sold.revenue),
  revenue_reported: hasRevenue ? decimal(reported.revenue) : null,
  revenue_difference: hasRevenue ? percentOf(sold.revenue, reported.revenue) : null,
  is_marked: isMarked,
});

export function reconciliationView(one: Reconciliation, limit: number) {
  const { survey, rows, names, hasRevenue, strangers } = one;
  const { date, lineitem, impressions, revenue } = survey.columns;
  return {
    campaign_id: one.campaign_id,
    ...one.range,
    columns: {
      date: date.name,
      lineitem: lineitem.name,
      impressions: impressions.name,
      revenue: revenue?.name ?? null,
    },
    lineitem_by: one.lineitem_by,
    date_order: survey.date_order,
    decimal_mark: survey.decimal_mark,
    lines: survey.rows,
    compared: rows.length,
    marked: rows.filter(({ isMarked }) => isMarked).length,
    sums: pairView(one.sums, hasRevenue),
    unknown: strangers.slice(0, MOST_UNKNOWN).map((stranger) => ({
      name: stranger.name,
      lines: stranger.rows,
      impressions_reported: stranger.impressions,
    })),
    unknown_count: strangers.length,
    items: worstFirst(rows)
      .slice(0, limit)
      .map((row) => ({
        date: row.date,
        lineitem_id: row.lineitem_id,
        name: names.get(row.lineitem_id) ?? "",
        ...pairView(row, hasRevenue),
      })),
  };
}
