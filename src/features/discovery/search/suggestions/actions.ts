/** Suggests shows for the text typed so far. */
import type { Deps } from "../../../../deps.ts";
import { findBest } from "../actions.ts";
import { findTitlesBeginning } from "./store.ts";

/** Ids of shows, best first: titles that begin with the text, then results of a search for its words. */
export async function suggest(deps: Pick<Deps, "db">, q: string, most: number): Promise<number[]> {
  const begun = await findTitlesBeginning(deps.db, q, most);
  if (begun.length === most) return begun;
  const where = { kind: "shows", scope: null, editable: false } as const;
  const found = await findBest(deps, { q }, where, { want: 2 * most });
  const ids = new Set([...begun, ...found.map(({ hit }) => hit.id)]);
  return [...ids].slice(0, most);
}
