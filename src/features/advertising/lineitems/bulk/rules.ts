/** The effect of a change of many line items on one of them; pure. */
import { formatDecimal } from "../../../../platform/text/money.ts";
import { type LineitemParams, PRICE_PLACES } from "../schema.ts";
import type { LineitemRow } from "../store.ts";
import type { BulkLineitemOutcome, BulkLineitemsParams } from "./schema.ts";

const DAY = 86_400_000;

const movedBy = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The parameters of a single change. */
export function paramsFor(
  { start_date, end_date }: Pick<LineitemRow, "start_date" | "end_date">,
  { shift_days, ...changes }: BulkLineitemsParams["changes"],
): LineitemParams {
  if (shift_days === undefined) return changes;
  return {
    ...changes,
    start_date: movedBy(start_date, shift_days),
    end_date: movedBy(end_date, shift_days),
  };
}

type Value = BulkLineitemOutcome["changes"][string]["before"];

/** The fields that `params` change, as the API shows them. */
export function differences(
  row: LineitemRow,
  params: LineitemParams,
): BulkLineitemOutcome["changes"] {
  const shown = { ...row, canceled: row.canceled_at !== null } as unknown as Record<string, Value>;
  return Object.fromEntries(
    Object.entries(params).flatMap(([field, wanted]) => {
      if (wanted === undefined) return [];
      const before = field === "price_amount" ? priceOf(row.price_amount) : (shown[field] ?? null);
      const after = field === "price_amount" ? priceOf(wanted as bigint) : (wanted as Value);
      return before === after ? [] : [[field, { before, after }]];
    }),
  );
}

const priceOf = (units: number | bigint): string => formatDecimal(BigInt(units), PRICE_PLACES);
