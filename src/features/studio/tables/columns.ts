/** Columns of lists, on a page and in its CSV; pure. */
import type { Cell, Sheet } from "../../../platform/http/csv.ts";
import type { HtmlValue } from "../../../platform/http/html.ts";
import type { TableQuery } from "./query.ts";

export type Column<Row> = Readonly<{
  /** Its name in the URL. */
  key: string;
  /** Its heading, in the language of the page. */
  name: string;
  cell: (row: Row) => HtmlValue;
  /** The same in the CSV: exact digits, UTC, no markup. */
  value: (row: Row) => Cell;
  /** Numbers are aligned to the right, and sorted from the largest. */
  number?: boolean;
  sortable?: boolean;
  /** Dates: sorted from the newest. */
  newestFirst?: boolean;
  /** Not shown unless it is chosen. */
  isExtra?: boolean;
}>;

/** The columns that the list shows; the first one always. */
export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  { columns: chosen }: Pick<TableQuery, "columns">,
): readonly Column<Row>[] =>
  columns.filter(({ key, isExtra }, at) =>
    at === 0 || chosen === null ? at === 0 || isExtra !== true : chosen.includes(key),
  );

/** Exactly what the list shows, on all its pages. `name` is the name of the file: letters, digits and hyphens. */
export const listSheet = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  query: TableQuery,
  rows: Iterable<Row>,
): Sheet => {
  const shown = shownColumns(columns, query);
  return { name, header: shown.map((column) => column.name), rows: cellsOf(shown, rows) };
};

function* cellsOf<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<Cell[]> {
  for (const row of rows) yield columns.map((column) => column.value(row));
}
