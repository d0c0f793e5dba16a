/** Following and blocking, and their effects on each other (contract §3). */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { requireUnblocked } from "./rights.ts";
import { insertBlock, insertFollow, removeFollow } from "./store.ts";

/** Makes `from` a follower of `to`; idempotent. */
export async function follow({ db }: Deps, from: number, to: number): Promise<void> {
  if (from === to) throw invalid({ following_id: "must not be yourself" });
  await requireUnblocked(db, from, to);
  await insertFollow(db, { from, to });
}

/** Blocks `to`, and ends the follows between both users. */
export async function block({ db }: Deps, from: number, to: number): Promise<void> {
  if (from === to) throw invalid({ blocked_id: "must not be yourself" });
  await db.transaction().execute(async (transaction) => {
    await insertBlock(transaction, { from, to });
    await removeFollow(transaction, { from, to });
    await removeFollow(transaction, { from: to, to: from });
  });
}
