/** Checks who may put an episode into a show (contract §5, §12). */
import type { Executor } from "../../../../platform/db/database.ts";
import { forbidden, invalid } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { type Denial, denial, requireRight } from "../../../../platform/rights.ts";
import { ACTING_FOR_AUTHOR, type Role, requireShowEditableBy } from "../../shows/rights.ts";
import { findShow } from "../../shows/store.ts";

/** Callers who may not see the show that a parameter names get the same error as for an unknown show. */
const NAMED: Denial = {
  hidden: () => invalid({ show_id: "must be the id of a show" }),
  refused: () =>
    forbidden("You can only add episodes to shows that you can edit.", "not-your-show"),
};

/** The show that a parameter names, if the caller may edit it. */
export const requireNamedShow = async (db: Executor, caller: Caller, show_id: number) =>
  requireShowEditableBy(db, caller, await findShow(db, show_id), NAMED);

const MOVING = denial(
  "show",
  "not-your-show",
  "Only the show's author and collaborators on all of the author's shows can move its episodes to another show.",
);

/**
 * Moving takes an episode away from its owner: it requires the rights of the show's author, or of a collaborator on all
 * of their shows, besides the right to publish in the target show (contract §12).
 */
export function requireMoving(role: Role): void {
  requireRight(ACTING_FOR_AUTHOR.includes(role), MOVING);
}
