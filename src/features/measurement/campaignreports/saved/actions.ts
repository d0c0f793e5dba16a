/** Writes saved reports: checks rights and bounds, then runs one transaction. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { invalid, notFound, overLimit } from "../../../../platform/failure.ts";
import { requireRevision } from "../../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../../platform/http/route.ts";
import { requireOwnFilter } from "../actions.ts";
import { type ReportSpec, specOf, specProblems } from "../schema.ts";
import { requireOwnReport, requireRemovableReport, requireReport } from "./rights.ts";
import { REPORTS_OF_TEAM } from "./rules.ts";
import type { NewReport, ReportChanges } from "./schema.ts";
import {
  countAndLock,
  insertReport,
  lockReport,
  removeReport,
  type SavedReportRow,
  updateReport,
} from "./store.ts";
import { columnsOfSpec, specOfRow } from "./views.ts";

type Needs = Pick<Deps, "db">;

/** Saves a report for a team whose advertising the caller may read. Fails with 400 on filters, and with 409 beyond the limit. */
export async function saveReport(
  { db }: Needs,
  caller: Caller,
  team_id: number,
  { name, ...given }: NewReport,
): Promise<SavedReportRow> {
  const spec = specOf(given);
  await requireOwnFilter(db, team_id, spec);
  const report_id = await db.transaction().execute(async (tx) => {
    if ((await countAndLock(tx, team_id)) >= REPORTS_OF_TEAM.value)
      throw overLimit(
        REPORTS_OF_TEAM,
        "conflict",
        "too-many-reports",
        `The team has saved ${REPORTS_OF_TEAM.value} reports, which is the most. Delete one first.`,
      );
    const { user_id } = caller;
    return insertReport(tx, { team_id, user_id, name, ...columnsOfSpec(spec) });
  });
  return requireReport(db, caller, report_id);
}

/** Runs `write` on the locked report, if it is still at the revision that the caller has read. */
const atKnownRevision = <T>(
  db: Deps["db"],
  report_id: number,
  ifMatch: IfMatch,
  write: (tx: Executor, present: SavedReportRow) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const present = await lockReport(tx, report_id);
    if (present === undefined) throw notFound("report");
    requireRevision(ifMatch, present.revision);
    return write(tx, present);
  });

/** Changes a report of the caller's. Fails with 400 on fields that do not fit those that stay. */
export async function changeReport(
  deps: Needs,
  caller: Caller,
  report_id: number,
  changes: ReportChanges,
  ifMatch: IfMatch,
): Promise<SavedReportRow> {
  const { team_id } = await requireOwnReport(deps.db, caller, report_id);
  await atKnownRevision(deps.db, report_id, ifMatch, async (tx, present) => {
    const spec = changed(specOfRow(present), changes);
    await requireOwnFilter(tx, team_id, spec);
    const { name = present.name } = changes;
    await updateReport(tx, report_id, { name, ...columnsOfSpec(spec) });
  });
  return requireReport(deps.db, caller, report_id);
}

function changed(present: ReportSpec, { name: _, ...changes }: ReportChanges): ReportSpec {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const spec: ReportSpec = { ...present, ...Object.fromEntries(given) };
  const problems = specProblems(spec);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return specOf(spec);
}

/** Deletes a report of the caller's, or of a team that they may book for. */
export async function deleteReport(
  deps: Needs,
  caller: Caller,
  report_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await requireRemovableReport(deps.db, caller, report_id);
  await atKnownRevision(deps.db, report_id, ifMatch, (tx) => removeReport(tx, report_id));
}
