/** Converts rows of the engine to campaign statistics on the wire; pure. */
import { type DayRange, fillBuckets, type Group } from "../../../platform/statistics/calendar.ts";
import { decimal } from "../../../platform/statistics/money.ts";
import type { AdRow } from "../statistics/schema.ts";

type Figures = Pick<AdRow, "impressions" | "revenue">;

export const totalsView = ({ impressions, revenue }: Figures) => ({
  impressions_sold: impressions,
  revenue_amount: decimal(revenue),
});

type TeamFigures = Figures & {
  revenues: readonly Readonly<{ currency: string; revenue: bigint }>[];
};

export const teamView = ({ revenues, ...figures }: TeamFigures) => ({
  ...totalsView(figures),
  revenue_by_currency: revenues.map(({ currency, revenue }) => ({
    currency,
    revenue_amount: decimal(revenue),
  })),
});

/** One figure for every bucket of the range, zeros included. */
export const teamDatedView = (
  sums: readonly (TeamFigures & Pick<AdRow, "date">)[],
  range: DayRange,
  group: Group,
) =>
  fillBuckets(
    sums.map((sum) => ({ date: sum.date ?? "", ...teamView(sum) })),
    range,
    group,
    (date) => ({ date, ...teamView({ impressions: 0, revenue: 0n, revenues: [] }) }),
  );

export const datedView = (rows: readonly AdRow[], range: DayRange, group: Group) =>
  fillBuckets(
    rows.map((row) => ({ date: row.date ?? "", ...totalsView(row) })),
    range,
    group,
    (date) => ({ date, ...totalsView({ impressions: 0, revenue: 0n }) }),
  );
