/** Inserts new shows of several people in one transaction while others are being written. */
import type { Insertable } from "kysely";
import type { Deps } from "../../../deps.ts";
import { type Actor, actAsAuthors, currentActor } from "../../../platform/db/actor.ts";
import { grouped } from "../../../platform/db/grouped.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { insertShowsUnlessTaken, prepareFindShows, type ShowRow } from "./store.ts";

/** A show whose permalink its title suggests, and that its author creates. */
type NewShow = Insertable<Shows> & { author_id: number; guid: string };
type Item = Readonly<{ show: NewShow; via: Actor["via"] }>;

export type NewShows = Readonly<{
  /** Inserts a show by `alone`, or together with those of others, and returns its row. */
  insertNewShow(show: NewShow, alone: () => Promise<ShowRow>): Promise<ShowRow>;
}>;

/** Opens the writer of new shows, of which a process has one. */
export function openNewShows({ db }: Pick<Deps, "db">): NewShows {
  const insertTogether = (shows: readonly NewShow[], via: Actor["via"]) =>
    actAsAuthors({ user_ids: shows.map(({ author_id }) => author_id), via }, () =>
      db.transaction().execute(async (db) => {
        const ids = await insertShowsUnlessTaken(db, shows);
        const rows = await prepareFindShows(db)([...ids.values()]);
        return new Map([...ids].map(([guid, show_id]) => [guid, rows.get(show_id)]));
      }),
    );
  const insert = grouped(async (items: readonly Item[]) => {
    const written = new Map<Item, ShowRow>();
    // A statement inserts rows with the same columns; the defaults of the others differ from null.
    for (const alike of Map.groupBy(items, likeness).values()) {
      const [first] = alike;
      if (first === undefined || alike.length === 1) continue;
      const rows = await insertTogether(
        alike.map(({ show }) => show),
        first.via,
      );
      for (const item of alike) {
        const row = rows.get(item.show.guid);
        if (row !== undefined) written.set(item, row);
      }
    }
    return written;
  });
  return {
    insertNewShow(show, alone) {
      const actor = currentActor();
      if (actor?.user_id !== show.author_id) return alone();
      return insert({ show, via: actor.via }, alone);
    },
  };
}

const likeness = ({ show, via }: Item): string =>
  [via, ...Object.keys(show).filter((name) => show[name as keyof Shows] !== undefined)].join();
