/** Schedules the mails of saved reports, and sends one now. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import { TryLater } from "../../../platform/gate.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { missing, requireFound } from "../../../platform/rights.ts";
import { nextTime, type Times } from "../../../platform/text/recurringtimes.ts";
import { listTeamReaders } from "../../people/organizations/rights.ts";
import { findAccount } from "../../people/users/store.ts";
import { requireOwnReport, requireReport } from "../campaignreports/saved/rights.ts";
import { lockReport, type SavedReportRow } from "../campaignreports/saved/store.ts";
import { countTestMails, findMail, insertTestMail, type MailRow } from "./mails/store.ts";
import { type Candidate, listCandidates, mayOwnerMail } from "./rights.ts";
import { TEST_MAILS } from "./rules.ts";
import type { ScheduleParams } from "./schema.ts";
import { queueMails } from "./sending/queue.ts";
import {
  findSchedule,
  putRecipients,
  putSchedule,
  removeSchedule,
  type ScheduleRow,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** The schedule of a report, as far as it will be followed. */
export type Schedule = Readonly<{
  row: ScheduleRow;
  /** Whether mails are sent: it has not stopped, and would not stop now. */
  isActive: boolean;
  candidates: readonly Candidate[];
}>;

/** The schedule of a report that the caller may read; undefined without one. */
export async function readSchedule(
  { db }: Pick<Needs, "db">,
  report: SavedReportRow,
): Promise<Schedule | undefined> {
  const row = await findSchedule(db, report.report_id);
  if (row === undefined) return undefined;
  const isActive = row.next_at !== null && (await mayOwnerMail(db, report));
  return { row, isActive, candidates: await listCandidates(db, report) };
}

/** The schedule of a report, if the caller may read it. Fails with 404 without one. */
export async function requireSchedule(
  deps: Pick<Needs, "db">,
  caller: Caller,
  report_id: number,
): Promise<Schedule> {
  const report = await requireReport(deps.db, caller, report_id);
  return requireFound(await readSchedule(deps, report), missing("schedule"));
}

/** Runs `write` on the locked report, if its schedule is still at the revision that the caller has read. */
const atKnownRevision = <T>(
  db: Deps["db"],
  report_id: number,
  ifMatch: IfMatch,
  write: (tx: Executor, present: ScheduleRow | undefined) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    requireFound(await lockReport(tx, report_id), missing("report"));
    const present = await findSchedule(tx, report_id);
    requireRevision(ifMatch, present?.revision ?? 0);
    return write(tx, present);
  });

/** Mails a report of the caller's from now on. Fails with 400 on recipients who may not read the team's advertising. */
export async function scheduleReport(
  deps: Needs,
  caller: Caller,
  report_id: number,
  { recipients, timezone: chosen, ...given }: ScheduleParams,
  ifMatch: IfMatch,
): Promise<Schedule> {
  const { db, clock } = deps;
  const { team_id } = await requireOwnReport(db, caller, report_id);
  const timezone = chosen ?? (await findAccount(db, caller.user_id))?.timezone ?? "UTC";
  const times: Times = {
    frequency: given.frequency,
    weekday: given.frequency === "WEEKLY" ? (given.weekday ?? null) : null,
    day: given.frequency === "MONTHLY" ? (given.day ?? null) : null,
    hour: given.hour,
    timezone,
  };
  const readers = new Set((await listTeamReaders(db, team_id)).map(({ user_id }) => user_id));
  if (!recipients.every((user_id) => readers.has(user_id)))
    throw invalid({ recipients: "must be ids of members who may read the team's advertising" });
  await atKnownRevision(db, report_id, ifMatch, async (tx) => {
    const next_at = nextTime(times, clock());
    await putSchedule(tx, { report_id, ...times, next_at, reason: null });
    await putRecipients(tx, report_id, recipients);
  });
  return requireSchedule(deps, caller, report_id);
}

/** Mails a report of the caller's no more. Fails with 404 without a schedule. */
export async function unscheduleReport(
  { db }: Pick<Needs, "db">,
  caller: Caller,
  report_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await requireOwnReport(db, caller, report_id);
  await atKnownRevision(db, report_id, ifMatch, async (tx, present) => {
    requireFound(present, missing("schedule"));
    await removeSchedule(tx, report_id);
  });
}

const HOUR_MS = 3_600_000;

/** Mails a report of the caller's to them now. Fails with 429 beyond the limit. */
export async function mailNow(
  { db, clock }: Needs,
  caller: Caller,
  report_id: number,
): Promise<MailRow> {
  const { user_id } = await requireOwnReport(db, caller, report_id);
  const now = clock();
  return db.transaction().execute(async (tx) => {
    requireFound(await lockReport(tx, report_id), missing("report"));
    const sent = await countTestMails(tx, report_id, new Date(now.getTime() - HOUR_MS));
    if (sent >= TEST_MAILS.value)
      throw new TryLater("busy", "Many mails with this report were sent.", 600, TEST_MAILS);
    const mail_id = await insertTestMail(tx, { report_id, user_id, now });
    await queueMails(tx, { report_id, user_id }, now);
    return findMail(tx, mail_id);
  });
}
