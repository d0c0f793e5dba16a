/** The second reading of a report: exact sums for each day and line item. */
import type { Day, DayRange } from "../../../../platform/statistics/calendar.ts";
import { readDate } from "./dates.ts";
import { readAmount, readCount } from "./numbers.ts";
import { type Reason, ReportRefused } from "./refusals.ts";
import { readRows } from "./rows.ts";
import { keyOf, type Survey } from "./survey.ts";

/** `revenue` in 10⁻⁸ of the currency. */
export type Figures = { impressions: number; revenue: bigint };

/** A line item that the campaign does not have, as the file names it. */
export type Stranger = Figures & { name: string; rows: number };

export type Sums = Readonly<{
  range: DayRange;
  /** By `placeOf`. */
  known: ReadonlyMap<string, Figures>;
  strangers: readonly Stranger[];
}>;

export const placeOf = (date: Day, lineitem_id: number): string => `${date} ${lineitem_id}`;

/** The line item of each key; null for a key that several line items share. */
export type Lineitems = ReadonlyMap<string, number | null>;

/** Sums the file's lines. Throws `ReportRefused` at the first cell that cannot be read. */
export async function sumReport(path: string, survey: Survey, items: Lineitems): Promise<Sums> {
  const { columns, date_order, decimal_mark } = survey;
  const known = new Map<string, Figures>();
  const strangers = new Map<string, Stranger>();
  const days = new Map<string, Day>();
  let range: DayRange | null = null;
  await readRows(path, {
    header() {},
    row(cells, line) {
      const text = ({ at }: { at: number }) => cells[at] ?? "";
      const read = <T>(value: T | null, reason: Reason, column: { at: number; name: string }) => {
        if (value !== null) return value;
        throw new ReportRefused(reason, { line, column: column.name, value: text(column) });
      };
      const written = text(columns.date);
      const known_day = days.get(written) ?? readDate(written, date_order);
      const day = read(known_day, "date", columns.date);
      days.set(written, day);
      range = {
        from: range === null || day < range.from ? day : range.from,
        to: range === null || day > range.to ? day : range.to,
      };
      const count = readCount(text(columns.impressions), decimal_mark);
      const impressions = read(count, "number", columns.impressions);
      const { revenue: money } = columns;
      const revenue =
        money === null ? 0n : read(readAmount(text(money), decimal_mark), "amount", money);
      const name = text(columns.lineitem);
      const lineitem_id = items.get(keyOf(name));
      if (lineitem_id === null) read(null, "name_shared", columns.lineitem);
      const figures =
        typeof lineitem_id === "number"
          ? entry(known, placeOf(day, lineitem_id), () => ({ impressions: 0, revenue: 0n }))
          : entry(strangers, keyOf(name), () => strangerNamed(name));
      figures.impressions += impressions;
      figures.revenue += revenue;
      if ("rows" in figures) (figures as Stranger).rows += 1;
    },
  });
  if (range === null) throw new ReportRefused("empty");
  return { range, known, strangers: [...strangers.values()] };
}

const strangerNamed = (name: string): Stranger => ({
  name: name.trim(),
  rows: 0,
  impressions: 0,
  revenue: 0n,
});

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
