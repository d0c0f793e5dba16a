/** Adds shows to the caller's favorites. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireUnblocked } from "../../people/follows/rights.ts";
import { requireVisibleShow } from "../../publishing/shows/rights.ts";
import { putFavorite } from "./store.ts";

type Wish = Readonly<{ notifications_enabled: boolean; key?: string | undefined }>;

/** Makes a show that the caller can see one of their favorites, unless its author has blocked them; idempotent. */
export async function addFavorite(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  show_id: number,
  { notifications_enabled, key }: Wish,
): Promise<void> {
  const { user_id } = caller;
  const { show } = await requireVisibleShow(db, caller, show_id, key);
  await requireUnblocked(db, user_id, show.author_id);
  await putFavorite(db, { user_id, show_id, notifications_enabled });
}
