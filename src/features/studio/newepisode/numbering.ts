/** The numbers with which the form of a new episode begins. */
import type { Deps } from "../../../deps.ts";
import type { NewPage } from "./newview.ts";
import { findNewestNumbered } from "./store.ts";

/**
 * The newest number of the show, as `S2 E14` or `14`, besides that of the draft in the form; the next one is in the
 * form, where people can change it.
 */
export async function numbersOf(
  { db }: Pick<Deps, "db">,
  show_id: number,
  draft_id: number | null,
): Promise<Pick<NewPage, "newest" | "next">> {
  const row = await findNewestNumbered(db, show_id, draft_id);
  if (row === undefined) return { newest: null, next: {} };
  const { title, season_number, episode_number } = row;
  const number =
    season_number === null ? `${episode_number}` : `S${season_number} E${episode_number}`;
  const next = {
    season_number: String(season_number ?? ""),
    episode_number: String((episode_number ?? 0) + 1),
  };
  return { newest: { title, number }, next };
}
