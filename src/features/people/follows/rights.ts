/** Checks whether users have blocked each other (contract §3). */
import type { Executor } from "../../../platform/db/database.ts";
import { denial, requireRight } from "../../../platform/rights.ts";
import { hasBlocked } from "./store.ts";

const BLOCKED = denial("user", "blocked", "This user has blocked you.");

/** Fails if `owner` has blocked `caller`, who then cannot follow, message or like anything of theirs. */
export async function requireUnblocked(db: Executor, caller: number, owner: number): Promise<void> {
  const may = !(await hasBlocked(db, { from: owner, to: caller }));
  requireRight(may, BLOCKED);
}
