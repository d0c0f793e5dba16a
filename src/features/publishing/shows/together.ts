/** Writes shows of several people in one transaction while others are being written, each logged as its author's. */
import type { Insertable, Updateable } from "kysely";
import type { Deps } from "../../../deps.ts";
import { type Actor, actAsAuthors, currentActor } from "../../../platform/db/actor.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { grouped } from "../../../platform/db/grouped.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { openTurns } from "../../../platform/turns.ts";
import { columnNames } from "./store.ts";

/** The writes of `byKey` that have a result in `results`, with it. */
export const resultsOf = <K, W, R>(
  byKey: ReadonlyMap<K, W>,
  results: ReadonlyMap<K, R>,
): ReadonlyMap<W, R> =>
  new Map(
    [...byKey].flatMap(([key, write]) => {
      const result = results.get(key);
      return result === undefined ? [] : [[write, result] as const];
    }),
  );

type Write = Readonly<{ author_id: number; columns: Insertable<Shows> | Updateable<Shows> }>;

/**
 * A function that does an author's write by `alone`, or by `together` with writes of others that set the same columns and were
 * sent in the same way. `together` leaves out what has to be written alone (`grouped`), one after the other of the same
 * author: many changes of one show, or many shows of one title, wait for each other, and would keep the connections of all.
 */
export function writtenTogether<W extends Write>(
  { db }: Pick<Deps, "db">,
  together: <S extends W>(db: Executor, writes: readonly S[]) => Promise<ReadonlyMap<S, number>>,
): (write: W, alone: () => Promise<number>) => Promise<number> {
  const turns = openTurns();
  type Sent = W & Readonly<{ via: Actor["via"] }>;
  const write = grouped(
    ({ via, columns }: Sent) => [via, ...columnNames(columns)].join(),
    (alike: readonly Sent[]) => {
      const user_ids = alike.map(({ author_id }) => author_id);
      return actAsAuthors({ user_ids, via: alike[0]?.via ?? "system" }, () =>
        db.transaction().execute((db) => together(db, alike)),
      );
    },
  );
  return (given, alone) => {
    const actor = currentActor();
    if (actor?.user_id !== given.author_id) return alone();
    return write({ ...given, via: actor.via }, () => turns(given.author_id, alone));
  };
}
