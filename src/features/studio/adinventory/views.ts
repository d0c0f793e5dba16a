/** HTML of the inventory: the range, totals, and the list. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Inventory, InventoryRow } from "../../advertising/adserving/inventory/schema.ts";
import { emptyState } from "../../web/layout/components.ts";
import { plural } from "../frame/plurals.ts";
import type { Column } from "../tables/columns.ts";
import { type TableQuery, tableParams } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { countryText, positionText } from "./columns.ts";
import { RANGES } from "./schema.ts";
import type { Words } from "./words.ts";

export type Shown = Readonly<{
  words: Words;
  path: string;
  query: TableQuery;
  weeks: number;
  columns: readonly Column<InventoryRow>[];
  samples_count: number;
  total: Inventory["total"];
  /** The rows of this page. */
  rows: readonly InventoryRow[];
  rows_count: number;
  /** What can be chosen, by title. */
  shows: readonly (readonly [show_id: number, title: string])[];
  countries: readonly string[];
}>;

export function inventoryView(shown: Shown): Html {
  const { words, path, query, weeks, samples_count } = shown;
  const isEmpty = samples_count === 0;
  return html`
${!isEmpty && html`${rangesView(shown)}${totalsView(shown)}`}
${listTable({
  words: tableWords(words.locale),
  caption: words.page,
  path,
  keep: { weeks: String(weeks) },
  query,
  columns: shown.columns,
  rows: shown.rows,
  total: shown.rows_count,
  filters: [
    {
      name: "show",
      label: words.show,
      options: shown.shows.map(([show_id, title]) => [String(show_id), title] as const),
    },
    {
      name: "position",
      label: words.position,
      options: (["preroll", "midroll", "postroll"] as const).map(
        (one) => [one, positionText(one, words)] as const,
      ),
    },
    {
      name: "country",
      label: words.country,
      options: shown.countries.map((code) => [code, countryText(code, words)] as const),
    },
  ],
  empty: emptyState({ title: words.empty_title, text: words.empty }),
})}
${!isEmpty && html`<p class="soft list-note">${words.lead} ${plural(words, words.samples, samples_count)} ${words.rounded}</p>`}`;
}

function rangesView({ words, path, query, weeks }: Shown): Html {
  const link = (range: number) => {
    const params = new URLSearchParams({ weeks: String(range), ...tableParams(query) });
    return html`<li><a href="${path}?${params.toString()}"${range === weeks && html` aria-current="true"`}>${plural(words, words.weeks, range)}</a></li>`;
  };
  return html`<nav class="states" aria-label="${words.horizon}"><ul>${RANGES.map(link)}</ul></nav>`;
}

function totalsView({ words, total }: Shown): Html {
  const one = (key: "forecast" | "booked" | "free") =>
    html`<div><dt>${words[key]}</dt><dd>${total[key].toLocaleString(words.locale)}</dd></div>`;
  return html`<dl class="ad-figures">${one("forecast")}${one("booked")}${one("free")}</dl>`;
}
