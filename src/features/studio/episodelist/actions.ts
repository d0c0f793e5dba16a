/** Finds the rows of a list of episodes, their figures at equal age, and the numbers by state. */
import type { Deps } from "../../../deps.ts";
import { readAgesOf, selectTotalsAt } from "../../measurement/audience/ages/store.ts";
import { EPISODE_SORTS, type EpisodeState } from "../../publishing/episodes/editable/rules.ts";
import {
  countEditableStates,
  type EditableEpisodesQuery,
  listEditableEpisodes,
  listFacets,
} from "../../publishing/episodes/editable/store.ts";
import type { TableQuery } from "../tables/query.ts";
import { DAYS } from "./schema.ts";
import { showIdsOf } from "./store.ts";

/** Whose episodes: of all shows of a person, or of one show that the page has checked already. */
export type Whose = Readonly<
  { user_id: number; show_id: null } | { user_id: null; show_id: number }
>;

/** Rows in a CSV. */
const MOST_ROWS = 100_000;
/** Seasons and tags to choose from. */
const FACETS = 100;

type Needs = Pick<Deps, "db" | "clock">;

/** The rows of one page of the list, or for a CSV those of all pages. */
export async function findRows({ db, clock }: Needs, whose: Whose, table: TableQuery) {
  const now = clock();
  const { isCsv, page, size } = table;
  const rows = await listEditableEpisodes(db, {
    ...matching(whose, table),
    state: stateIn(table),
    sort: sortOf({ db, clock }, whose, table),
    descending: table.descending,
    limit: isCsv ? MOST_ROWS : size,
    offset: isCsv ? 0 : (page - 1) * size,
  });
  const ages = await readAgesOf(db, rows, { days: DAYS, now });
  return rows.map((row) => ({ ...row, ages: ages.get(row.episode_id) ?? [] }));
}

export type Row = Awaited<ReturnType<typeof findRows>>[number];

/** What surrounds the rows: the numbers by state, and what can be filtered by. */
export async function findAround({ db }: Pick<Deps, "db">, whose: Whose, table: TableQuery) {
  const [counts, facets] = await Promise.all([
    countEditableStates(db, matching(whose, table)),
    listFacets(db, whose, FACETS),
  ]);
  return { counts, ...facets };
}

export type Around = Awaited<ReturnType<typeof findAround>>;

/** The state that the list is narrowed to. */
export const stateIn = ({ filters }: TableQuery): EpisodeState | null =>
  (filters.state as EpisodeState | undefined) ?? null;

const matching = (whose: Whose, { q, filters }: TableQuery) => ({
  ...whose,
  q,
  season: filters.season === undefined ? null : Number(filters.season),
  tag: filters.tag ?? "",
});

function sortOf(
  { db, clock }: Needs,
  whose: Whose,
  { sort }: TableQuery,
): EditableEpisodesQuery["sort"] {
  const days = DAYS.find((one) => sort === `d${one}`);
  if (days === undefined) return EPISODE_SORTS.find((one) => one === sort) ?? "plan";
  return { values: selectTotalsAt(showIdsOf(db, whose), { days, now: clock() }) };
}
