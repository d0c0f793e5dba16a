/** How the slots of this week that are to come are filled, by show and position; pure. */

import { type Html, html } from "../../../platform/http/html.ts";
import type { Found } from "../../advertising/adserving/inventory/actions.ts";
import { buttonLink, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import type { Words } from "./words.ts";

type Row = Readonly<{ show_title: string; position: string; forecast: number; booked: number }>;

/** Shows and positions on the board; the inventory has all. */
const MOST_ROWS = 20;

/** The slots by show and position, most unsold ones first. Without those of which there is not one. */
function rowsOf({ cells }: Found): Row[] {
  const groups = Map.groupBy(cells, ({ show_id, position }) => `${show_id} ${position}`);
  const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((all, n) => all + n, 0));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { show_title, position } = first;
      const forecast = sum(group.map((cell) => cell.forecast));
      return [{ show_title, position, forecast, booked: sum(group.map((cell) => cell.booked)) }];
    })
    .filter(({ forecast }) => forecast > 0)
    .sort((a, b) => b.forecast - b.booked - (a.forecast - a.booked));
}

/** Fill in a sentence, and a table of where the unsold slots are. */
export function fillView(found: Found, words: Words): Html {
  const rows = rowsOf(found);
  const n = (value: number) => value.toLocaleString(words.locale);
  const share = ({ forecast, booked }: Pick<Row, "forecast" | "booked">) =>
    (booked / forecast).toLocaleString(words.locale, { style: "percent" });
  const forecast = rows.reduce((all, row) => all + row.forecast, 0);
  const booked = rows.reduce((all, row) => all + row.booked, 0);
  const columns = [
    { name: words.show },
    { name: words.position },
    { name: words.fill, number: true },
    { name: words.unsold, number: true },
  ];
  return html`<section class="ad-fill">
${
  rows.length === 0
    ? html`<p>${words.fill_none}</p>`
    : html`<p>${fill(words.fill_lead, { percent: share({ forecast, booked }), unsold: n(forecast - booked), slots: n(forecast) })}</p>
${table(
  words.fill_title,
  columns,
  rows
    .slice(0, MOST_ROWS)
    .map((row) => [
      row.show_title,
      words[row.position as "preroll"] ?? row.position,
      share(row),
      n(row.forecast - row.booked),
    ]),
)}`
}
<p class="actions">${buttonLink("/studio/ads/inventory", words.to_inventory, "quiet")}</p></section>`;
}
