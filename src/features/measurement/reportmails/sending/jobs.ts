/** Makes the mails of schedules that are due, sends them with owners in turn, and forgets old ones. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import { CLAIM_MS } from "../../../../platform/mail/attempts.ts";
import { openMailer } from "../../../../platform/mail/mail.ts";
import { dayIn, latestTime, nextTime } from "../../../../platform/text/recurringtimes.ts";
import { findReport } from "../../campaignreports/saved/store.ts";
import {
  claimMail,
  deleteOldMails,
  findNextMail,
  insertMails,
  listForgotten,
} from "../mails/store.ts";
import { lockDue, setNextTime } from "../store.ts";
import { type Prepared, prepareReport } from "./preparing.ts";
import { queueMails, sendMails } from "./queue.ts";
import { type SendDeps, sendMail } from "./sending.ts";

/** After this time a job leaves its slot to another owner. */
const TURN_MS = 10_000;
const KEPT_MS = 90 * 86_400_000;

type Queues = Pick<Deps, "db" | "clock">;

export function reportMailJobs(deps: Deps & SiteDeps): Job[] {
  const mailer = openMailer(deps.config);
  return [
    job({ name: "reportmails.plan", payload: z.object({}) }, () => plan(deps), "* * * * *"),
    job(sendMails, ({ report_id }, { signal }) => send({ ...deps, mailer }, report_id, signal)),
    job({ name: "reportmails.purge", payload: z.object({}) }, () => purge(deps), "43 4 * * *"),
  ];
}

/** Makes the mails of all schedules that are due, and queues jobs for mails that have lost theirs. */
async function plan(deps: Queues): Promise<void> {
  const { db, clock } = deps;
  while (await planNext(deps));
  const now = clock();
  for (const report of await listForgotten(db, new Date(now.getTime() - CLAIM_MS)))
    await queueMails(db, report, now);
}

/** Mails, job and the next time, in one transaction; false if nothing is due. */
const planNext = ({ db, clock }: Queues): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const now = clock();
    const due = await lockDue(tx, now);
    if (!due?.next_at) return false;
    const { report_id } = due;
    const due_at = latestTime(due, due.next_at, now);
    await insertMails(tx, { report_id, due_at, day: dayIn(due, due_at), now });
    await setNextTime(tx, report_id, nextTime(due, now));
    await queueMails(tx, due, now);
    return true;
  });

/** Sends what is due of a report, and queues the next job for what is due later. */
async function send(deps: SendDeps, report_id: number, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const saved = await findReport(db, report_id);
  if (saved === undefined) return;
  const prepared = new Map<number, Promise<Prepared>>();
  const end = performance.now() + TURN_MS;
  while (performance.now() < end && !signal.aborted) {
    const now = clock();
    const mail = await claimMail(db, report_id, now, new Date(now.getTime() + CLAIM_MS));
    if (mail === undefined) break;
    const moment = mail.due_at.getTime();
    const prepare = () => {
      const made = prepared.get(moment) ?? prepareReport(deps, saved, mail.due_at);
      prepared.set(moment, made);
      return made;
    };
    await sendMail(deps, { saved, mail, prepare });
  }
  const next = await findNextMail(db, report_id);
  if (next !== null) await queueMails(db, saved, next);
}

const purge = ({ db, clock }: Queues): Promise<void> =>
  deleteOldMails(db, new Date(clock().getTime() - KEPT_MS));
