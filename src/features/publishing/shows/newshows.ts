/** Inserts new shows of several people in one transaction while others are being written. */
import type { Insertable } from "kysely";
import type { Deps } from "../../../deps.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { insertShowsUnlessTaken } from "./store.ts";
import { resultsOf, writtenTogether } from "./together.ts";

/** A show whose permalink its title suggests, and that its author creates. */
type NewShow = Readonly<{ author_id: number; columns: Insertable<Shows> & { guid: string } }>;

export type NewShows = Readonly<{
  /** Inserts a show by `alone`, or together with those of others, and returns its id. */
  insertNewShow(show: NewShow, alone: () => Promise<number>): Promise<number>;
}>;

/** Opens the writer of new shows, of which a process has one. */
export const openNewShows = (deps: Pick<Deps, "db">): NewShows => ({
  insertNewShow: writtenTogether<NewShow>(deps, async (db, shows) => {
    const ids = await insertShowsUnlessTaken(
      db,
      shows.map(({ columns }) => columns),
    );
    const byGuid = new Map(shows.map((show) => [show.columns.guid, show]));
    return resultsOf(byGuid, ids);
  }),
});
