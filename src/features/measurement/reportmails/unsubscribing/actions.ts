/** Ends the mails of a report for one recipient, with the code of a link in a mail. */
import type { Deps } from "../../../../deps.ts";
import { ensureServerSecret } from "../../../../platform/db/serversecrets.ts";
import { notFound } from "../../../../platform/failure.ts";
import { findReport, type SavedReportRow } from "../../campaignreports/saved/store.ts";
import { insertOptout, isUnsubscribed, removeOptout } from "../store.ts";
import { readUnsubscribeCode } from "./codes.ts";

type Needs = Pick<Deps, "db" | "clock">;
type Found = Readonly<{ report: SavedReportRow; user_id: number; isOut: boolean }>;

/** The report of a code, and whether its mails have ended. Fails with 404. */
export async function findByCode({ db }: Pick<Needs, "db">, code: string): Promise<Found> {
  const mailed = readUnsubscribeCode(await ensureServerSecret(db, "reportmails"), code);
  const report = mailed && (await findReport(db, mailed.report_id));
  if (!mailed || !report) throw notFound("report");
  return { report, user_id: mailed.user_id, isOut: await isUnsubscribed(db, mailed) };
}

/** Ends the mails, or lets them come again. Idempotent. */
export async function setUnsubscribed(
  { db, clock }: Needs,
  code: string,
  isOut: boolean,
): Promise<void> {
  const { report, user_id } = await findByCode({ db }, code);
  const optout = { report_id: report.report_id, user_id };
  if (isOut) await insertOptout(db, optout, clock());
  else await removeOptout(db, optout);
}
