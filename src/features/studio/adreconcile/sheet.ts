/** The comparison as CSV: every row, exact digits, and the sums last. Pure. */
import type { Cell, Sheet } from "../../../platform/http/csv.ts";
import type { Reconciliation } from "../../measurement/reconciliation/actions.ts";
import type { Pair } from "../../measurement/reconciliation/comparing.ts";
import { pairView } from "../../measurement/reconciliation/views.ts";
import type { Words } from "./words.ts";

export function resultSheet(words: Words, found: Reconciliation): Sheet {
  const { campaign_id, range, hasRevenue } = found;
  return {
    name: `reconciliation-${campaign_id}-${range.from}-${range.to}`,
    header: [
      words.day,
      "lineitem_id",
      words.lineitem,
      words.ours,
      words.theirs,
      `${words.difference} %`,
      ...(hasRevenue
        ? [words.revenue_ours, words.revenue_theirs, `${words.revenue_difference} %`]
        : []),
      words.is_marked,
    ],
    rows: rowsOf(found),
  };
}

function* rowsOf({ rows, names, sums, hasRevenue }: Reconciliation): Generator<Cell[]> {
  const cells = (pair: Pair): Cell[] => {
    const one = pairView(pair, hasRevenue);
    return [
      one.impressions_sold,
      one.impressions_reported,
      one.impressions_difference,
      ...(hasRevenue ? [one.revenue_amount, one.revenue_reported, one.revenue_difference] : []),
      one.is_marked,
    ];
  };
  for (const row of rows)
    yield [row.date, row.lineitem_id, names.get(row.lineitem_id) ?? "", ...cells(row)];
  yield ["", "", "", ...cells(sums)];
}
