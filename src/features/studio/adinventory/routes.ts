/** The inventory: slots of the coming weeks by show, position and country. */
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { findInventory, rowsOf } from "../../advertising/adserving/inventory/actions.ts";
import type { Position } from "../../advertising/adserving/schema.ts";
import { readableTeams } from "../../people/organizations/rights.ts";
import { adLayout } from "../adboard/layout.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { listSheet } from "../tables/columns.ts";
import { columnsOf, countryText, sorted } from "./columns.ts";
import { inventoryPageQuery } from "./schema.ts";
import { inventoryView } from "./views.ts";
import { adInventoryWords } from "./words.ts";

const PATH = "/studio/ads/inventory";

export const adInventoryPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "Show the slots of the coming weeks, and how many are booked",
    access: "signed-in",
    query: inventoryPageQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = adInventoryWords(call.locale);
      const { weeks, table: query } = call.query;
      const team_ids = await readableTeams(deps.db, callerOf(call.session), undefined);
      const found = await findInventory(deps, team_ids, weeks);
      const { show, position, country } = query.filters;
      const { rows, total } = rowsOf(found, {
        show_id: show === undefined ? undefined : Number(show),
        position: position as Position | undefined,
        country,
      });
      const list = sorted(rows, query, words);
      const columns = columnsOf(words);
      if (query.isCsv) return { sheet: listSheet("inventory", columns, query, list) };
      const { compare } = new Intl.Collator(words.locale);
      const begin = (query.page - 1) * query.size;
      const codes = new Set(found.cells.flatMap((cell) => cell.country ?? []));
      const shows = new Map(found.cells.map((cell) => [cell.show_id, cell.show_title]));
      return adLayout(call, deps, {
        title: words.page,
        head: html`${stylesheet("episodelist/browser/episodes.css")}${script("tables/browser/list.js")}`,
        body: inventoryView({
          ...{ words, path: PATH, query, weeks, columns, total },
          samples_count: found.samples_count,
          rows: list.slice(begin, begin + query.size),
          rows_count: list.length,
          shows: [...shows].sort(([, a], [, b]) => compare(a, b)),
          countries: [...codes].sort((a, b) =>
            compare(countryText(a, words), countryText(b, words)),
          ),
        }),
      });
    },
  }),
];
