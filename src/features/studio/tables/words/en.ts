/** The texts of lists in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  search: "Search",
  filter: "Apply",
  reset: "Remove filters",
  all: "All",
  columns: "Columns",
  size: "Rows per page",
  csv: "Download CSV",
  rows: { one: "{n} row", other: "{n} rows" },
  page: "Page {page} of {pages}",
  previous: "Previous page",
  next: "Next page",
  pages: "Pages",
  none: "Nothing matches. Remove a filter, or search for something else.",
  choose: "Choose {name}",
  choose_all: "Choose all rows of this page",
  chosen: "With the chosen rows:",
  chosen_n: { one: "{n} row chosen:", other: "{n} rows chosen:" },
  all_rows: "Choose all",
  ascending: "ascending",
  descending: "descending",
} as const;

export type TableWords = Texts<typeof en>;
