/** The parameters of a list in the URL of its page: filters, search, order, page, size, columns, CSV. Pure. */
import { z } from "zod";
import { formFields } from "../../../platform/http/fields.ts";

export type TableQuery = Readonly<{
  /** The key of the column that rows are ordered by. */
  sort: string;
  descending: boolean;
  /** From 1. */
  page: number;
  size: number;
  /** Keys of the chosen columns; null: the usual ones. */
  columns: readonly string[] | null;
  /** What is searched for; empty: everything. */
  q: string;
  /** The value of each filter that is set. */
  filters: Readonly<Record<string, string>>;
  /** Whether a CSV is asked for instead of the page. */
  isCsv: boolean;
}>;

export const SIZES = [25, 50, 100, 200] as const;
const SIZE = 50;
const MOST_PAGES = 100_000;
const MOST_TEXT = 200;

type Allowed = Readonly<{
  /** Keys of sortable columns; the first is the usual order, "-" before it means descending. */
  sorts: readonly [string, ...string[]];
  /** The values of each filter, or a pattern that they match. */
  filters?: Readonly<Record<string, readonly string[] | RegExp>>;
}>;

/**
 * The parameters of a list. What is malformed counts as not given, so that an old link still shows the list. `also` is
 * the shape of the page's further parameters, such as those of a range.
 */
export const tableQuery = <S extends z.ZodRawShape>(allowed: Allowed, also: S) =>
  z
    .looseObject(also)
    .meta({ maxProperties: formFields.value })
    .transform((given) => ({ ...given, table: readTable(given as Given, allowed) }));

type Given = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  typeof value === "string" && value.length <= MOST_TEXT ? value.trim() : "";

function readTable(given: Given, { sorts, filters = {} }: Allowed): TableQuery {
  const usual = sorts[0];
  const keys = sorts.map((sort) => sort.replace("-", ""));
  const asked = textOf(given.sort);
  const order = keys.includes(asked.replace("-", "")) ? asked : usual;
  const page = Number(textOf(given.page));
  const size = SIZES.find((one) => one === Number(textOf(given.size))) ?? SIZE;
  const chosen = Object.entries(filters).flatMap(([name, values]) => {
    const value = textOf(given[name]);
    const isValue = values instanceof RegExp ? values.test(value) : values.includes(value);
    return isValue ? [[name, value]] : [];
  });
  return {
    sort: order.replace("-", ""),
    descending: order.startsWith("-"),
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
    size,
    columns: columnsIn(given),
    q: textOf(given.q),
    filters: Object.fromEntries(chosen),
    isCsv: given.format === "csv",
  };
}

/** `columns=title,date` of a link, or a parameter `column.title` for each checkbox of the form. */
function columnsIn(given: Given): string[] | null {
  const listed = textOf(given.columns);
  if (listed !== "") return listed.split(",");
  const ticked = Object.keys(given).filter((name) => name.startsWith("column."));
  return ticked.length === 0 ? null : ticked.map((name) => name.slice("column.".length));
}

/** The parameters of a link to the same list with some changes. A changed order or filter begins at the first page. */
export function tableParams(
  query: TableQuery,
  change: Partial<TableQuery> = {},
): Record<string, string> {
  const { sort, descending, page, size, columns, q, filters, isCsv } = {
    ...query,
    page: 1,
    ...change,
  };
  return {
    ...filters,
    ...(q === "" ? {} : { q }),
    sort: `${descending ? "-" : ""}${sort}`,
    ...(size === SIZE ? {} : { size: String(size) }),
    ...(columns === null ? {} : { columns: columns.join(",") }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(isCsv ? { format: "csv" } : {}),
  };
}

/** The records chosen in a list for one act: at most 200. */
const MOST_CHOSEN = 200;

/** The ids of the rows that are ticked in a form, from its fields `id.<id>`. */
export const chosenIds = (given: Readonly<Record<string, unknown>>): number[] =>
  Object.keys(given)
    .map((name) => /^id\.(\d{1,15})$/.exec(name)?.[1])
    .filter((id) => id !== undefined)
    .map(Number)
    .slice(0, MOST_CHOSEN);
