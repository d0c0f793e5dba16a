/** Following and blocking, with what each does to the other (contract §3). */
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import { forbidden, invalid } from "../../platform/failure.ts";
import { hasBlocked, insertBlock, insertFollow, removeFollow } from "./store.ts";

/** Refuses when `owner` has blocked `caller`: no following, messaging or liking of what is theirs. */
export async function requireUnblocked(db: Executor, caller: number, owner: number): Promise<void> {
  if (await hasBlocked(db, { from: owner, to: caller }))
    throw forbidden("This user has blocked you.", "blocked");
}

/** Makes `from` a follower of `to`; doing it again changes nothing. */
export async function follow({ db }: Deps, from: number, to: number): Promise<void> {
  if (from === to) throw invalid({ following_id: "must be another user" });
  await requireUnblocked(db, from, to);
  await insertFollow(db, { from, to });
}

/** Blocks `to`; neither follows the other any longer. */
export async function block({ db }: Deps, from: number, to: number): Promise<void> {
  if (from === to) throw invalid({ blocked_id: "must be another user" });
  await db.transaction().execute(async (transaction) => {
    await insertBlock(transaction, { from, to });
    await removeFollow(transaction, { from, to });
    await removeFollow(transaction, { from: to, to: from });
  });
}
