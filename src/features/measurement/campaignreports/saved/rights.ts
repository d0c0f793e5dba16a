/** Checks who may read, change and delete saved reports. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Access, Caller } from "../../../../platform/http/route.ts";
import { denial, requireRight } from "../../../../platform/rights.ts";
import { canWriteAdvertising, requireRecordOfTeam } from "../../../people/organizations/rights.ts";
import { findReport, type SavedReportRow } from "./store.ts";

export const ownerOfReport: Access<true> = {
  signedIn: true,
  who: "the user who saved the report, as long as they may read the team's advertising",
};
export const removersOfReport: Access<true> = {
  signedIn: true,
  who: "the user who saved the report, and admins and ad managers of the team",
};

const NOT_YOURS = denial(
  "report",
  "not-your-report",
  "Only the person who saved this report may change it.",
);

/** The report, if the caller may read the advertising of its team. Fails with 404 or 403. */
export const requireReport = async (
  db: Executor,
  caller: Caller,
  report_id: number,
): Promise<SavedReportRow> =>
  requireRecordOfTeam(db, caller, await findReport(db, report_id), "report", "read");

/** The report, if the caller may read it and has saved it. */
export async function requireOwnReport(
  db: Executor,
  caller: Caller,
  report_id: number,
): Promise<SavedReportRow> {
  const report = await requireReport(db, caller, report_id);
  requireRight(report.user_id === caller.user_id, NOT_YOURS);
  return report;
}

/** Whether the caller, who may read the report, may delete it. */
const canDeleteReport = async (
  db: Executor,
  caller: Caller,
  { user_id, team_id }: Pick<SavedReportRow, "user_id" | "team_id">,
): Promise<boolean> =>
  user_id === caller.user_id || (await canWriteAdvertising(db, caller, team_id));

/** The report, if the caller may delete it. */
export async function requireRemovableReport(
  db: Executor,
  caller: Caller,
  report_id: number,
): Promise<SavedReportRow> {
  const report = await requireReport(db, caller, report_id);
  requireRight(await canDeleteReport(db, caller, report), NOT_YOURS);
  return report;
}
