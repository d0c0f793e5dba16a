/** How many episodes of each show are in which state, as the lists of episodes count them. */
import type { Executor } from "../../../platform/db/database.ts";
import type { EpisodeState } from "../../publishing/episodes/editable/rules.ts";
import { countStatesOfShows } from "../../publishing/episodes/editable/store.ts";
import { SHOW_NUMBERS } from "./schema.ts";

type Counted = (typeof SHOW_NUMBERS)[number];
type Counts = Readonly<Record<Counted, number>>;

/** `changed_at`: when one of the episodes was last changed; null without any. */
export type States = Counts & Readonly<{ changed_at: Date | null }>;

/** The states of the lists that each number counts. */
export const COUNTED: Readonly<Record<Counted, readonly EpisodeState[]>> = {
  published: ["published"],
  restricted: ["hidden", "limited", "private"],
  processing: ["processing"],
  scheduled: ["scheduled"],
  drafts: ["draft"],
  failed: ["error"],
};

const countsOf = (states: ReadonlyMap<EpisodeState, number>): Counts =>
  Object.fromEntries(
    SHOW_NUMBERS.map((name) => [
      name,
      COUNTED[name].reduce((sum, state) => sum + (states.get(state) ?? 0), 0),
    ]),
  ) as Counts;

/** The numbers of each of these shows. */
export async function findStates(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, States>> {
  const found = await countStatesOfShows(db, ids);
  return new Map(
    ids.map((id) => {
      const { counts = new Map(), changed_at = null } = found.get(id) ?? {};
      return [id, { ...countsOf(counts), changed_at }];
    }),
  );
}
