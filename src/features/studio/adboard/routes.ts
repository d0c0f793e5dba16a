/** The board: all line items that a person may read, the most endangered first. */
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { findInventory } from "../../advertising/adserving/inventory/actions.ts";
import { readMonth } from "../../measurement/campaignreports/actions.ts";
import { canWriteAdvertising, readableTeams } from "../../people/organizations/rights.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { listViews } from "../savedviews/store.ts";
import { viewsBar } from "../savedviews/views.ts";
import { savedViewsWords } from "../savedviews/words.ts";
import { listSheet } from "../tables/columns.ts";
import { findBoard } from "./actions.ts";
import { columnsOf } from "./columns.ts";
import { adLayout } from "./layout.ts";
import { boardQuery } from "./schema.ts";
import { boardView } from "./views.ts";
import { adBoardWords } from "./words.ts";

const PATH = "/studio/ads";

export const adBoardPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "List the line items of your teams with their dangers",
    access: "signed-in",
    query: boardQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = adBoardWords(call.locale);
      const query = call.query.table;
      const caller = callerOf(call.session);
      const team_ids = await readableTeams(deps.db, caller, undefined);
      const canWrite = await canWriteAdvertising(deps.db, caller);
      const board = await findBoard(deps, team_ids, query);
      const columns = columnsOf(words);
      if (query.isCsv) return { sheet: listSheet("line-items", columns, query, board.rows) };
      const saved = savedViewsWords(call.locale);
      const { view_saved, view_deleted } = saved;
      const views = await listViews(deps.db, caller.user_id, "lineitems");
      return adLayout(call, deps, {
        title: words.page,
        actions: canWrite ? buttonLink(`${PATH}/lineitems/new`, words.new_item) : undefined,
        done: { deleted: words.deleted, changed: words.changed, view_saved, view_deleted },
        body: boardView({
          ...{ words, path: PATH, query, columns, board, csrf: call.csrf, canWrite },
          views: viewsBar({ words: saved, list: "lineitems", query, views }),
          month: await readMonth(deps, team_ids),
          slots: call.query.fill === undefined ? null : await findInventory(deps, team_ids, 1),
        }),
        head: html`${stylesheet("episodelist/browser/episodes.css")}${script("tables/browser/list.js")}`,
        q: query.q,
      });
    },
  }),
];
