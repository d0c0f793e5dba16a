/** The columns of the inventory and their order; pure. */
import { html } from "../../../platform/http/html.ts";
import type { InventoryRow } from "../../advertising/adserving/inventory/schema.ts";
import { dayTextIn } from "../adboard/columns.ts";
import type { Column } from "../tables/columns.ts";
import type { TableQuery } from "../tables/query.ts";
import type { Words } from "./words.ts";

export function columnsOf(words: Words): Column<InventoryRow>[] {
  const textOf = dayTextIn(words);
  const figure = (key: "forecast" | "booked" | "free"): Column<InventoryRow> => ({
    key,
    name: words[key],
    number: true,
    sortable: true,
    cell: (row) => row[key].toLocaleString(words.locale),
    value: (row) => row[key],
  });
  return [
    {
      key: "week",
      name: words.week,
      sortable: true,
      cell: ({ week }) => html`<time datetime="${week}">${textOf(week)}</time>`,
      value: ({ week }) => week,
    },
    {
      key: "show",
      name: words.show,
      sortable: true,
      cell: ({ show_title }) => show_title,
      value: ({ show_title }) => show_title,
    },
    {
      key: "position",
      name: words.position,
      sortable: true,
      cell: ({ position }) => positionText(position, words),
      value: ({ position }) => position,
    },
    {
      key: "country",
      name: words.country,
      sortable: true,
      cell: ({ country }) => countryText(country, words),
      value: ({ country }) => country,
    },
    figure("forecast"),
    figure("booked"),
    figure("free"),
  ];
}

export const positionText = (position: string, words: Words): string =>
  words[position as "preroll"] ?? position;

export const countryText = (country: string | null, words: Words): string =>
  country === null
    ? words.unknown
    : (new Intl.DisplayNames(words.locale, { type: "region" }).of(country) ?? country);

const COMPARED: Readonly<
  Record<string, (a: InventoryRow, b: InventoryRow, words: Words) => number>
> = {
  week: (a, b) => (a.week < b.week ? -1 : a.week > b.week ? 1 : 0),
  show: (a, b, { locale }) => a.show_title.localeCompare(b.show_title, locale),
  position: (a, b) => ORDER.indexOf(a.position) - ORDER.indexOf(b.position),
  country: (a, b, words) =>
    countryText(a.country, words).localeCompare(countryText(b.country, words), words.locale),
  forecast: (a, b) => a.forecast - b.forecast,
  booked: (a, b) => a.booked - b.booked,
  free: (a, b) => a.free - b.free,
};
const ORDER = ["preroll", "midroll", "postroll"];

/** Rows that are equal stay in the order in which they came. */
export function sorted(
  rows: readonly InventoryRow[],
  { sort, descending }: Pick<TableQuery, "sort" | "descending">,
  words: Words,
): InventoryRow[] {
  const compare = COMPARED[sort];
  if (compare === undefined) return [...rows];
  return rows.toSorted((a, b) => (descending ? -1 : 1) * compare(a, b, words));
}
