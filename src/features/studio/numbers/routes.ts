/** The pages of numbers, of one show and of all shows of a person: the same views at two addresses. */
import type { Deps } from "../../../deps.ts";
import type { Sheet } from "../../../platform/http/csv.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { callerOf, page, type SessionCaller } from "../../../platform/http/pages.ts";
import { readOverview, readWeekHours } from "../../measurement/audience/overview.ts";
import { listExclusions } from "../../measurement/audience/store.ts";
import type { StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { editorRole } from "../../publishing/shows/rights.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { emptyState } from "../../web/layout/components.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK, type StudioCall, studioLayout } from "../frame/layout.ts";
import { listSheet } from "../tables/columns.ts";
import { readEpisodes } from "./ages.ts";
import { agesColumns, agesView } from "./agesview.ts";
import { exclusionsSheet, exclusionsView } from "./exclusions.ts";
import { hoursSheet, hoursView, listenersSheet, listenersView } from "./hours.ts";
import { type Choices, numbersView, pathOfTab, TABS, type Tab, waysView } from "./layout.ts";
import { labelsIn, readOnly } from "./names.ts";
import { notePages } from "./notes.ts";
import { readFigures } from "./overview.ts";
import { overviewSheet, overviewView } from "./overviewview.ts";
import { daysOf, findPlace, hrefOf, type Place } from "./place.ts";
import { type NumbersQuery, numbersQuery, showId } from "./schema.ts";
import { readCountryLists, readSourceLists, shareLists, shareSheet } from "./shares.ts";
import { listChoices } from "./store.ts";
import { partOf, readTop, TOP_LIST, topSheet, topView } from "./top.ts";

type NumbersDeps = StatisticsDeps & Pick<Deps, "clock">;
type Content = Readonly<{ body: Html; sheet: Sheet }>;
type Read = (
  deps: NumbersDeps,
  place: Place,
  asked: Readonly<{ query: NumbersQuery; session: SessionCaller }>,
) => Promise<Content>;

/** What each page shows, and the same as CSV. */
const READERS: Readonly<Record<Tab, Read>> = {
  async overview(deps, place, { query: { list, table }, session }) {
    if (list === TOP_LIST) {
      const top = await readTop(deps, place, daysOf(place.range), partOf(table));
      const sheet = { name: fileName(place, TOP_LIST), ...topSheet(place, top) };
      return { body: topView(place, top, table.page), sheet };
    }
    const mayWrite = await mayEdit(deps, place, session);
    const figures = await readFigures(deps, place, mayWrite);
    const body = overviewView(place, figures, mayWrite);
    return { body, sheet: { name: fileName(place, "overview"), ...overviewSheet(place, figures) } };
  },
  async ages(deps, place, { query: { table } }) {
    const ages = await readEpisodes(deps, place, table);
    const columns = agesColumns(place, ages);
    return {
      body: agesView(place, table, ages),
      sheet: listSheet(`${nameOf(place.whole)}-ages`, columns, table, ages.episodes),
    };
  },
  async sources(deps, place, { query: { list } }) {
    const lists = await readSourceLists(deps, place);
    return {
      body: shareLists(place, lists, "/sources", list),
      sheet: { name: fileName(place, "sources"), ...shareSheet(place, lists, list) },
    };
  },
  async countries(deps, place, { query: { list } }) {
    const lists = await readCountryLists(deps, place);
    const { words, scope } = place;
    const body =
      scope.level === "episode"
        ? emptyState({
            title: words.no_episode_countries,
            text: "",
            actions: html`<a class="button quiet" href="${hrefOf(place, "/countries", { episode: "" })}">${words.all_episodes}</a>`,
          })
        : shareLists(place, lists, "/countries", list);
    return {
      body,
      sheet: { name: fileName(place, "countries"), ...shareSheet(place, lists, list) },
    };
  },
  async hours(deps, place) {
    const { scope, range, timezone } = place;
    const hours = await readWeekHours(deps.db, scope, daysOf(range), timezone);
    return {
      body: hoursView(place, hours),
      sheet: { name: fileName(place, "hours"), ...hoursSheet(place, hours) },
    };
  },
  async listeners(deps, place) {
    const { scope, range, group } = place;
    const compared = range.comparison && daysOf(range.comparison);
    const found = await readOverview(deps, scope, daysOf(range), compared, group);
    return {
      body: listenersView(place, found),
      sheet: { name: fileName(place, "listeners"), ...listenersSheet(place, found) },
    };
  },
  async exclusions({ db }, place) {
    const { scope, range, words } = place;
    const rows = await listExclusions(db, scope, daysOf(range));
    return {
      body: exclusionsView(words, rows),
      sheet: { name: fileName(place, "exclusions"), ...exclusionsSheet(words, rows) },
    };
  },
};

const nameOf = (scope: Place["scope"]): string =>
  scope.level === "shows" ? "my-shows" : `${scope.level}-${scope.id}`;

const fileName = ({ scope, range }: Place, tab: Tab | typeof TOP_LIST): string =>
  `${nameOf(scope)}-${tab}-${range.from}-${range.to}`;

async function mayEdit({ db }: NumbersDeps, { show }: Place, session: SessionCaller) {
  const row = show && (await findShow(db, show.show_id));
  return row != null && (await editorRole(db, callerOf(session), row)) !== null;
}

/** Episodes that the filter offers. */
const MOST_EPISODES = 100;

async function readChoices(deps: NumbersDeps, place: Place, tab: Tab): Promise<Choices> {
  const { whole, episode } = place;
  const [newest, only] = await Promise.all([
    whole.level === "show" && tab !== "ages" ? listChoices(deps.db, whole.id, MOST_EPISODES) : [],
    tab === "overview" ? readOnly(deps, place) : [],
  ]);
  const isListed = newest.some(({ episode_id }) => episode_id === episode?.episode_id);
  const rows = episode === null || isListed ? newest : [episode, ...newest];
  const episodes = rows.map(({ episode_id, title }) => ({
    value: String(episode_id),
    text: title,
  }));
  return { episodes: whole.level === "show" ? episodes : [], only };
}

type NumbersCall = StudioCall & Readonly<{ query: NumbersQuery }>;

async function showTab(
  call: NumbersCall,
  deps: NumbersDeps & Pick<Deps, "db">,
  tab: Tab,
  show_id: number | null,
) {
  const place = await findPlace(deps, call, show_id);
  const { query, session } = call;
  const content = await READERS[tab](deps, place, { query, session });
  if (query.table.isCsv) return { sheet: content.sheet };
  const { words, show, episode, only } = place;
  const choices = await readChoices(deps, place, tab);
  const onlyName = only === null ? null : labelsIn(words, only.dimension)(only.name);
  const csv = tab === "ages" ? null : csvHref(call.frame.url);
  return studioLayout(call, deps, {
    title: words.title,
    subtitle: episode?.title ?? show?.title ?? words.all_shows,
    actions: waysView(words, csv),
    body: numbersView({
      place,
      tab,
      choices,
      onlyName,
      body: content.body,
      hasRange: tab !== "ages",
    }),
    done: { note_saved: words.note_saved, note_deleted: words.note_deleted },
    head: html`${stylesheet("numbers/browser/numbers.css")}${[
      "charts/browser/cursor.js",
      "range/browser/range.js",
      "tables/browser/list.js",
      "numbers/browser/print.js",
    ].map(script)}`,
    ...(show === null ? {} : { show }),
  });
}

/** The same page as CSV. */
function csvHref(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://here.invalid");
  searchParams.delete("done");
  searchParams.set("format", "csv");
  return `${pathname}?${searchParams}`;
}

const SUMMARIES: Readonly<Record<Tab, string>> = {
  overview: "plays, downloads and listeners",
  ages: "episodes at equal age",
  sources: "apps, devices and systems",
  countries: "countries",
  hours: "hours of the week",
  listeners: "listeners",
  exclusions: "requests that were not counted",
};

const tabPages = TABS.flatMap((tab) => [
  page({
    method: "GET",
    path: `/studio/numbers${pathOfTab(tab)}`,
    summary: `Show the numbers of your shows: ${SUMMARIES[tab]}`,
    access: "signed-in",
    query: numbersQuery,
    look: STUDIO_LOOK,
    handle: (call, deps: NumbersDeps) => showTab(call, deps, tab, null),
  }),
  page({
    method: "GET",
    path: `/studio/shows/:show_id/numbers${pathOfTab(tab)}`,
    summary: `Show the numbers of a show: ${SUMMARIES[tab]}`,
    access: "signed-in",
    params: showId,
    query: numbersQuery,
    look: STUDIO_LOOK,
    handle: (call, deps: NumbersDeps) => showTab(call, deps, tab, call.params.show_id),
  }),
]);

export const numbersPages = [...tabPages, ...notePages];
