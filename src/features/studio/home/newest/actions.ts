/** Finds the newest episodes with their figures at equal age. */
import type { Deps } from "../../../../deps.ts";
import { readAges } from "../../../measurement/audience/ages/store.ts";
import { listNewest } from "../store.ts";
import { COMPARED, type Newest, newestOf } from "./rules.ts";

const EPISODES = 5;

/** One statement for each show of these episodes: at most five. */
export async function findNewest(
  { db, clock }: Pick<Deps, "db" | "clock">,
  ids: readonly number[],
): Promise<Newest[]> {
  const now = clock();
  const episodes = await listNewest(db, ids, now, EPISODES);
  const shows = [...new Set(episodes.map(({ show_id }) => show_id))];
  const ages = await Promise.all(
    shows.map((id) =>
      readAges(db, {
        scope: { level: "show", id },
        days: COMPARED,
        sorting: "newest",
        sortDays: COMPARED[0],
        limit: EPISODES,
        offset: 0,
        now,
      }),
    ),
  );
  return episodes.map((episode) => {
    const own = ages[shows.indexOf(episode.show_id)];
    return newestOf(episode, own?.episodes ?? [], own?.medians ?? []);
  });
}
