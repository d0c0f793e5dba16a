/** Checks who may see which shows a user follows. */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { denial, requireRight } from "../../../platform/rights.ts";
import { isSelfOrAdmin } from "../../people/users/rights.ts";
import { areFavoritesPublic } from "./store.ts";

const PRIVATE = denial("user", "favorites-private", "This user's favorites are private.");

/** Fails with 403 for others if the user keeps their favorites private. */
export async function requireVisibleFavorites(
  db: Executor,
  caller: Caller | null,
  user_id: number,
): Promise<void> {
  const may = isSelfOrAdmin(caller, user_id) || (await areFavoritesPublic(db, user_id));
  requireRight(may, PRIVATE);
}
