/** The forms around a list: search and filters, columns, rows per page. Each only changes the URL. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { type Column, shownColumns } from "./columns.ts";
import { SIZES, type TableQuery, tableParams } from "./query.ts";
import type { Words } from "./words.ts";

export type Filter = Readonly<{
  /** Its parameter. */
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}>;

/** What the list’s links and forms depend on, whatever its rows are. */
type Around = Readonly<{
  words: Words;
  path: string;
  keep?: Readonly<Record<string, string>>;
  query: TableQuery;
  filters?: readonly Filter[];
  search?: string;
}>;

/** The same list with some changes. */
export const listHref = ({ path, keep, query }: Around, change: Partial<TableQuery>): string =>
  `${path}?${new URLSearchParams({ ...keep, ...tableParams(query, change) })}`;

/** All parameters but those that the form itself has. */
function hiddenFields({ keep, query }: Around, own: readonly string[]): Html {
  const params = Object.entries({ ...keep, ...tableParams(query) });
  return html`${params
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

export function filterForm(list: Around, isNarrowed: boolean): Html {
  const { words, path, query, filters = [], search } = list;
  if (filters.length === 0 && search === undefined) return html`<span></span>`;
  const own = ["q", ...filters.map(({ name }) => name)];
  return html`<form class="list-filters" action="${path}">${hiddenFields(list, own)}
${search !== undefined && html`<div class="field"><label for="list-q">${search}</label><input id="list-q" name="q" type="search" value="${query.q}" maxlength="200"></div>`}
${filters.map((filter) => select(filter, query.filters[filter.name] ?? "", words))}
<button type="submit" class="quiet">${words.filter}</button>
${isNarrowed && html`<a href="${listHref(list, { q: "", filters: {} })}">${words.reset}</a>`}
</form>`;
}

const select = ({ name, label, options }: Filter, chosen: string, words: Words): Html => html`
<div class="field"><label for="list-${name}">${label}</label><select id="list-${name}" name="${name}">
<option value="">${words.all}</option>${options.map(
  ([value, text]) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
)}</select></div>`;

/** Which columns are shown; the first one always is. */
export function columnForm<Row>(
  list: Around & Readonly<{ columns: readonly Column<Row>[] }>,
): Html {
  const { words, path, columns, query } = list;
  const shown = shownColumns(columns, query);
  return html`<details class="list-columns"><summary>${words.columns}</summary>
<form action="${path}">${hiddenFields(list, ["columns"])}<input type="hidden" name="column." value="1">
${columns
  .slice(1)
  .map(
    (column) =>
      html`<div class="choice"><input type="checkbox" id="column.${column.key}" name="column.${column.key}" value="1"${shown.includes(column) && html` checked`}><label for="column.${column.key}">${column.name}</label></div>`,
  )}
<button type="submit" class="quiet">${words.filter}</button></form></details>`;
}

export const sizeForm = (list: Around): Html => html`
<form class="list-size" action="${list.path}">${hiddenFields(list, ["size"])}
<label for="size">${list.words.size}</label><select id="size" name="size">${SIZES.map(
  (size) =>
    html`<option value="${size}"${size === list.query.size && html` selected`}>${size}</option>`,
)}</select><button type="submit" class="quiet">${list.words.filter}</button></form>`;
