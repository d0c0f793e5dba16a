/** Changes many line items in one transaction, with the rights and rules of single updates: all of them, or none. */
import type { Updateable } from "kysely";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Lineitems } from "../../../../platform/db/rows.ts";
import { Failure, invalid } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { lockCampaign } from "../../campaigns/store.ts";
import { changesOf, readLineitem } from "../actions.ts";
import { listCampaignIds, lockLineitem, updateLineitem } from "../store.ts";
import { differences, paramsFor } from "./rules.ts";
import type { BulkLineitemOutcome, BulkLineitemsParams } from "./schema.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** What the change does to one line item, or why it cannot be made. */
type Plan = Readonly<{
  outcome: BulkLineitemOutcome;
  columns: Updateable<Lineitems>;
  failure: Failure | null;
}>;

/**
 * The outcome for each line item, in the order of `ids`. Without `dry_run`, fails if there is a problem with any of
 * them: with 404 or 403 if the caller may not change one, else with the fields `lineitems.<id>.<field>`.
 */
export const changeLineitems = (
  { db, clock }: Needs,
  caller: Caller,
  { ids, changes, dry_run }: BulkLineitemsParams,
): Promise<BulkLineitemOutcome[]> =>
  db.transaction().execute(async (transaction) => {
    await lockAll(transaction, ids);
    const plans = new Map<number, Plan>();
    for (const lineitem_id of ids)
      plans.set(
        lineitem_id,
        await planOne({ db: transaction, clock }, caller, lineitem_id, changes),
      );
    if (!dry_run) {
      refuseProblems([...plans.values()]);
      for (const [lineitem_id, { outcome, columns }] of plans)
        if (Object.keys(outcome.changes).length > 0)
          await updateLineitem(transaction, lineitem_id, columns);
    }
    return [...plans.values()].map(({ outcome }) => outcome);
  });

/** Campaigns before line items, each in the order of their ids, so that two such requests never deadlock. */
async function lockAll(db: Executor, ids: readonly number[]): Promise<void> {
  for (const campaign_id of await listCampaignIds(db, ids))
    await lockCampaign(db, campaign_id, "share");
  for (const lineitem_id of ids.toSorted((a, b) => a - b)) await lockLineitem(db, lineitem_id);
}

async function planOne(
  deps: { db: Executor; clock: Deps["clock"] },
  caller: Caller,
  lineitem_id: number,
  changes: BulkLineitemsParams["changes"],
): Promise<Plan> {
  try {
    const row = await readLineitem(deps, caller, lineitem_id, "write");
    const params = paramsFor(row, changes);
    const columns = await changesOf(deps, deps.db, params, row, undefined);
    const outcome = { lineitem_id, changes: differences(row, params), problems: [] };
    return { outcome, columns, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problems = Object.entries(error.fields ?? { lineitem_id: error.message }).map(
      ([field, message]) => ({ field, message }),
    );
    return { outcome: { lineitem_id, changes: {}, problems }, columns: {}, failure: error };
  }
}

function refuseProblems(plans: readonly Plan[]): void {
  const denied = plans.find(({ failure }) => failure !== null && failure.fields === null);
  if (denied?.failure) throw denied.failure;
  const fields = plans.flatMap(({ outcome: { lineitem_id, problems } }) =>
    problems.map(({ field, message }) => [`lineitems.${lineitem_id}.${field}`, message]),
  );
  if (fields.length > 0) throw invalid(Object.fromEntries(fields));
}
