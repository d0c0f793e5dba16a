/** Changes shows of several people in one transaction while others are being written. */
import type { Updateable } from "kysely";
import type { Deps } from "../../../deps.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { isCurrent } from "../../../platform/http/caching.ts";
import type { IfMatch } from "../../../platform/http/route.ts";
import { lockOwners, updateShows } from "./store.ts";
import { resultsOf, writtenTogether } from "./together.ts";

/** Columns of a show that its author changes; they depend on nothing that is stored. */
type Change = Readonly<{
  show_id: number;
  author_id: number;
  columns: Updateable<Shows>;
  ifMatch: IfMatch;
}>;

export type ShowChanges = Readonly<{
  /** Changes a show by `alone`, or together with those of others, and returns its new revision. */
  changeColumns(change: Change, alone: () => Promise<number>): Promise<number>;
}>;

/** Opens the writer of changes of shows, of which a process has one. */
export const openShowChanges = (deps: Pick<Deps, "db">): ShowChanges => ({
  changeColumns: writtenTogether<Change>(deps, async (db, changes) => {
    // A second change of the same show is written alone, after the first.
    const first = new Map(changes.toReversed().map((change) => [change.show_id, change]));
    const present = await lockOwners(db, [...first.keys()]);
    const fit = present.flatMap(({ show_id, author_id, revision }) => {
      const change = first.get(show_id);
      if (change?.author_id !== author_id || !isCurrent(change.ifMatch, revision)) return [];
      return [{ ...change.columns, show_id }];
    });
    return resultsOf(first, await updateShows(db, fit));
  }),
});
