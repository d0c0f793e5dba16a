/** Decides on reported messages, and takes decisions back. */
import type { Deps } from "../../../../deps.ts";
import { invalid, notFound } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { type SuspensionDeps, suspendUser } from "../../../people/administration/actions.ts";
import { requireServerAdmin } from "../../../people/users/rights.ts";
import { countOpenReports, lockMessage, updateMessage } from "../store.ts";
import type { Decision, DecisionParams } from "./schema.ts";
import { closeReports, lockReported, reopenReports } from "./store.ts";

/**
 * Closes the open reports of a message. A kept message becomes visible again; a removed one disappears. `decided_by` is
 * null on the command line.
 */
export async function decide(
  { db, clock }: Pick<Deps, "db" | "clock">,
  decided_by: number | null,
  message_id: number,
  decision: Decision,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if ((await lockMessage(transaction, message_id)) === undefined) throw notFound("message");
    const at = clock();
    await closeReports(transaction, message_id, { at, decision, decided_by });
    await updateMessage(
      transaction,
      message_id,
      decision === "keep" ? { hidden_at: null } : { deleted_at: at },
    );
  });
}

/** `decide` for an admin, who may also suspend the message's author. */
export async function decideAs(
  deps: SuspensionDeps,
  caller: Caller,
  message_id: number,
  { decision, suspend_author, reason }: DecisionParams,
): Promise<void> {
  requireServerAdmin(caller);
  if (suspend_author && reason === undefined)
    throw invalid({ reason: "is required to suspend the author" });
  if (suspend_author && reason !== undefined) {
    const message = await lockReported(deps.db, message_id);
    if (message === undefined) throw notFound("message");
    await suspendUser(deps, caller, message.author_id, reason);
  }
  await decide(deps, caller.user_id, message_id, decision);
}

/**
 * Opens the reports of the last decision again. A message that the decision removed returns, and is hidden again if it
 * has enough reports for that. A suspension stays.
 */
export async function reopen(
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  caller: Caller,
  message_id: number,
): Promise<void> {
  requireServerAdmin(caller);
  await db.transaction().execute(async (transaction) => {
    const message = await lockReported(transaction, message_id);
    const last = message && (await reopenReports(transaction, message_id));
    if (message === undefined || last === undefined) throw notFound("message");
    // What its author has deleted since stays deleted.
    const wasRemoved = message.deleted_at?.getTime() === last.decided_at.getTime();
    const isHidden =
      config.reportsToHide > 0 &&
      (await countOpenReports(transaction, message_id)) >= config.reportsToHide;
    await updateMessage(transaction, message_id, {
      ...(wasRemoved ? { deleted_at: null } : {}),
      hidden_at: isHidden ? clock() : null,
    });
  });
}
