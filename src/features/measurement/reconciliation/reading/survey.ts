/** The first reading of a report: its columns, how it writes dates and numbers, and how it names line items. */
import { type Columns, columnsOf, type Named, type Role } from "./columns.ts";
import { type DateOrder, orderIn } from "./dates.ts";
import { type DecimalMark, markIn } from "./numbers.ts";
import { ReportRefused } from "./refusals.ts";
import { readRows } from "./rows.ts";

export type Mapping = Readonly<{
  columns: Named;
  date_order: DateOrder;
  decimal_mark: DecimalMark;
}>;

/** A report that is understood. */
export type Survey = Readonly<{
  columns: Columns;
  date_order: Exclude<DateOrder, "auto">;
  decimal_mark: Exclude<DecimalMark, "auto">;
  /** Each name of a line item in the file, as `keyOf` writes it. */
  keys: ReadonlySet<string>;
  rows: number;
}>;

/** Code units of the name of a line item. */
const LONGEST_KEY = 500;

/** How names of line items are compared. */
export const keyOf = (text: string): string =>
  text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/** Reads the whole file once. Throws `ReportRefused`. */
export async function surveyReport(path: string, mapping: Mapping): Promise<Survey> {
  const found: { columns?: Columns } = {};
  const keys = new Set<string>();
  const orders = openVote<Exclude<DateOrder, "auto">>("orders_differ");
  const marks = openVote<Exclude<DecimalMark, "auto">>("marks_differ");
  let rows = 0;
  await readRows(path, {
    header(names, line) {
      for (const name of names) requireText(name, { line, column: name });
      found.columns = columnsOf(names, mapping.columns);
    },
    row(cells, line) {
      const { columns } = found;
      if (columns === undefined) return;
      rows += 1;
      const cell = (role: Role): Cell => {
        const column = columns[role];
        return { line, column: column?.name ?? "", value: cells[column?.at ?? -1] ?? "" };
      };
      const [date, item, count, money] = ROLES.map(cell) as [Cell, Cell, Cell, Cell];
      for (const one of [date, item, count, money]) requireText(one.value, one);
      if (item.value.length > LONGEST_KEY) throw new ReportRefused("key_long", item);
      keys.add(keyOf(item.value));
      if (mapping.date_order === "auto") orders.hear(orderIn(date.value), date);
      if (mapping.decimal_mark === "auto") {
        marks.hear(markIn(count.value, true), count);
        marks.hear(markIn(money.value, false), money);
      }
    },
  });
  const { columns } = found;
  if (columns === undefined) throw new ReportRefused("empty");
  const { date_order, decimal_mark } = mapping;
  return {
    columns,
    keys,
    rows,
    date_order:
      date_order === "auto"
        ? (orders.result("order_unknown", "date_order") ?? "day_first")
        : date_order,
    decimal_mark:
      decimal_mark === "auto"
        ? (marks.result("mark_unknown", "decimal_mark") ?? "point")
        : decimal_mark,
  };
}

const ROLES = ["date", "lineitem", "impressions", "revenue"] as const;

type Cell = Readonly<{ line: number; column: string; value: string }>;

/** Bytes that are not UTF-8 arrive as U+FFFD. */
function requireText(text: string, where: Readonly<{ line: number; column: string }>): void {
  if (text.includes("\ufffd")) throw new ReportRefused("encoding", { ...where, value: text });
}

/** Decides between two ways of writing, from what each cell says. */
function openVote<Way extends string>(differ: "orders_differ" | "marks_differ") {
  let decided: Way | null = null;
  let open: Cell | null = null;
  return {
    /** A cell that says the opposite of an earlier one is refused. */
    hear(said: Way | "open" | null, cell: Cell): void {
      if (said === null) return;
      if (said === "open") open ??= cell;
      else if (decided !== null && decided !== said) throw new ReportRefused(differ, cell);
      else decided = said;
    },
    /** null if the cells can be read in one way only. */
    result(unknown: "order_unknown" | "mark_unknown", field: "date_order" | "decimal_mark") {
      if (decided === null && open !== null) throw new ReportRefused(unknown, { ...open, field });
      return decided;
    },
  };
}
