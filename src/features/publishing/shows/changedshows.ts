/** Changes shows of several people in one transaction while others are being written. */
import type { Updateable } from "kysely";
import type { Deps } from "../../../deps.ts";
import { type Actor, actAsAuthors, currentActor } from "../../../platform/db/actor.ts";
import { grouped } from "../../../platform/db/grouped.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { isCurrent } from "../../../platform/http/caching.ts";
import type { IfMatch } from "../../../platform/http/route.ts";
import { lockOwners, updateShows } from "./store.ts";

/** Columns of a show that its author changes; they depend on nothing that is stored. */
type Change = Readonly<{
  show_id: number;
  author_id: number;
  columns: Updateable<Shows>;
  ifMatch: IfMatch;
}>;
type Item = Readonly<{ change: Change; via: Actor["via"] }>;

export type ShowChanges = Readonly<{
  /** Changes a show by `alone`, or together with those of others, and returns its new revision. */
  changeColumns(change: Change, alone: () => Promise<number>): Promise<number>;
}>;

/** Opens the writer of changes of shows, of which a process has one. */
export function openShowChanges({ db }: Pick<Deps, "db">): ShowChanges {
  const write = grouped(likeness, (alike: readonly Item[]) => {
    // A second change of the same show is written alone, after the first.
    const first = new Map(alike.toReversed().map((item) => [item.change.show_id, item]));
    const user_ids = alike.map(({ change }) => change.author_id);
    return actAsAuthors({ user_ids, via: alike[0]?.via ?? "system" }, () =>
      db.transaction().execute(async (db) => {
        const present = await lockOwners(db, [...first.keys()]);
        const fit = present.flatMap(({ show_id, author_id, revision }) => {
          const { change } = first.get(show_id) ?? {};
          if (change?.author_id !== author_id || !isCurrent(change.ifMatch, revision)) return [];
          return [{ ...change.columns, show_id }];
        });
        const revisions = await updateShows(db, fit);
        return new Map(
          [...revisions].flatMap(([show_id, revision]) => {
            const item = first.get(show_id);
            return item === undefined ? [] : [[item, revision] as const];
          }),
        );
      }),
    );
  });
  return {
    changeColumns(change, alone) {
      const actor = currentActor();
      if (actor?.user_id !== change.author_id) return alone();
      return write({ change, via: actor.via }, alone);
    },
  };
}

/** What changes of one statement share: how they were sent, and their columns. */
const likeness = ({ change: { columns }, via }: Item): string =>
  [
    via,
    ...Object.keys(columns).filter((name) => columns[name as keyof Shows] !== undefined),
  ].join();
