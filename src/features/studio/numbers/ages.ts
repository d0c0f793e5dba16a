/** Reads episodes at equal age. */
import type { Deps } from "../../../deps.ts";
import { readAges } from "../../measurement/audience/ages/store.ts";
import type { TableQuery } from "../tables/query.ts";
import { type Ages, WEEK } from "./agesview.ts";
import type { Place } from "./place.ts";
import { DAYS } from "./schema.ts";

/** More episodes than anybody has. */
const ALL = 100_000;

/** The episodes in the order of the list: one page of them, or all for its CSV. */
export async function readEpisodes(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { whole }: Place,
  { sort, descending, page, size, isCsv }: TableQuery,
): Promise<Ages> {
  const byAge = DAYS.find((days) => sort === `d${days}`);
  const asked = { scope: whole, days: DAYS, now: clock() };
  const orders =
    byAge === undefined ? (["oldest", "newest"] as const) : (["fewest", "most"] as const);
  const sorting = orders[descending ? 1 : 0];
  const list = await readAges(db, {
    ...asked,
    sorting,
    sortDays: byAge ?? DAYS[0],
    limit: isCsv ? ALL : size,
    offset: isCsv ? 0 : (page - 1) * size,
    bestDays: WEEK,
  });
  return { ...list, episodes: isCsv ? list.episodes : list.episodes.slice(0, size) };
}
