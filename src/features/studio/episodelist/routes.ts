/** The lists of episodes: those of all shows of a person, and those of one show. */
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { changeNotice, findChange } from "../episodebulk/changes.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK, type StudioCall, type StudioPage, studioLayout } from "../frame/layout.ts";
import { zoneNote } from "../range/views.ts";
import { rangeWords } from "../range/words.ts";
import { type Zone, zoneOf, zoneOfShow } from "../range/zones.ts";
import type { TableQuery } from "../tables/query.ts";
import { findAround, findRows, type Whose } from "./actions.ts";
import { columnsOf } from "./columns.ts";
import { episodesQuery, showId } from "./schema.ts";
import { addressOf, episodesSheet, episodesView } from "./views.ts";
import { episodeListWords, type Words } from "./words.ts";

type Place = Readonly<{ path: string; newPath: string; whose: Whose; zone: Zone }> &
  Pick<StudioPage, "show">;

async function listPage(
  call: StudioCall & Readonly<{ query: { table: TableQuery } }>,
  deps: Deps,
  { path, newPath, whose, zone, show }: Place,
) {
  const words = episodeListWords(call.locale);
  const { table } = call.query;
  const { timezone } = zone;
  const isMixed = show === undefined;
  const back = addressOf({ path, query: table });
  const columns = columnsOf({ words, timezone, baseUrl: call.baseUrl, isMixed, back });
  if (table.isCsv)
    return { sheet: episodesSheet(columns, table, await findRows(deps, whose, table)) };
  const [rows, around] = await Promise.all([
    findRows(deps, whose, table),
    findAround(deps, whose, table),
  ]);
  return studioLayout(call, deps, {
    title: words.episodes,
    subtitle: zoneNote(rangeWords(call.locale), zone),
    show,
    actions: actionsOf(words, newPath),
    body: episodesView({
      words,
      path,
      query: table,
      columns,
      rows,
      around,
      csrf: call.csrf,
      newPath,
    }),
    head: html`${stylesheet("episodelist/browser/episodes.css")}${script("tables/browser/list.js")}`,
    done: changeNotice(call, await findChange(deps, call), timezone),
  });
}

const actionsOf = (words: Words, newPath: string) => buttonLink(newPath, words.new_episode);

export const episodeListPages = [
  page({
    method: "GET",
    path: "/studio/episodes",
    summary: "List the episodes of your shows",
    access: "signed-in",
    query: episodesQuery,
    look: STUDIO_LOOK,
    handle: (call, deps: Deps) =>
      listPage(call, deps, {
        path: "/studio/episodes",
        // A new episode belongs to a show, which is chosen first.
        newPath: "/studio/episodes/new",
        whose: { user_id: call.session.user_id, show_id: null },
        zone: zoneOf(call.session),
      }),
  }),
  page({
    method: "GET",
    path: "/studio/shows/:show_id/episodes",
    summary: "List a show's episodes",
    access: "signed-in",
    params: showId,
    query: episodesQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const { show_id } = call.params;
      const { show } = await requireEditableShow(deps.db, callerOf(call.session), show_id);
      const path = `/studio/shows/${show_id}/episodes`;
      return listPage(call, deps, {
        path,
        newPath: `${path}/new`,
        whose: { user_id: null, show_id },
        zone: zoneOfShow(call.session, show),
        show: showSummaryView(show, call.baseUrl),
      });
    },
  }),
];
