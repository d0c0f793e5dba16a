/** Inserts new shows of several people in one transaction while others are being written. */
import type { Insertable } from "kysely";
import type { Deps } from "../../../deps.ts";
import { type Actor, actAsAuthors, currentActor } from "../../../platform/db/actor.ts";
import { grouped } from "../../../platform/db/grouped.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { insertShowsUnlessTaken } from "./store.ts";

/** A show whose permalink its title suggests, and that its author creates. */
type NewShow = Insertable<Shows> & { author_id: number; guid: string };
type Item = Readonly<{ show: NewShow; via: Actor["via"] }>;

export type NewShows = Readonly<{
  /** Inserts a show by `alone`, or together with those of others, and returns its id. */
  insertNewShow(show: NewShow, alone: () => Promise<number>): Promise<number>;
}>;

/** Opens the writer of new shows, of which a process has one. */
export function openNewShows({ db }: Pick<Deps, "db">): NewShows {
  const insert = grouped(likeness, async (alike: readonly Item[]) => {
    const shows = alike.map(({ show }) => show);
    const authors = { user_ids: shows.map(({ author_id }) => author_id), via: viaOf(alike) };
    const ids = await actAsAuthors(authors, () =>
      db.transaction().execute((db) => insertShowsUnlessTaken(db, shows)),
    );
    return new Map(
      alike.flatMap((item) => {
        const show_id = ids.get(item.show.guid);
        return show_id === undefined ? [] : [[item, show_id]];
      }),
    );
  });
  return {
    insertNewShow(show, alone) {
      const actor = currentActor();
      if (actor?.user_id !== show.author_id) return alone();
      return insert({ show, via: actor.via }, alone);
    },
  };
}

/** What shows of one statement share: how they were sent, and the columns they set. Others have defaults, not nulls. */
const likeness = ({ show, via }: Item): string =>
  [via, ...Object.keys(show).filter((name) => show[name as keyof Shows] !== undefined)].join();

const viaOf = ([first]: readonly Item[]): Actor["via"] => first?.via ?? "system";
