/** Sends one mail with a report, if its recipient may get it now. */
import type { Deps } from "../../../../deps.ts";
import { ensureServerSecret } from "../../../../platform/db/serversecrets.ts";
import { Failure } from "../../../../platform/failure.ts";
import { DEFAULT_LOCALE } from "../../../../platform/http/locale.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { pauseAfter } from "../../../../platform/mail/attempts.ts";
import { handOver } from "../../../../platform/mail/handover.ts";
import { isRefused, type Mailer, statusOf } from "../../../../platform/mail/mail.ts";
import { findAccount } from "../../../people/users/store.ts";
import type { SavedReportRow } from "../../campaignreports/saved/store.ts";
import {
  type ClaimedMail,
  noteFailure,
  noteHandover,
  noteTaken,
  skipMail,
} from "../mails/store.ts";
import { mayOwnerMail, skipReasonOf } from "../rights.ts";
import type { FailReason } from "../schema.ts";
import { stopSchedule } from "../store.ts";
import { reportMailWords } from "../words.ts";
import { composeMail } from "./message.ts";
import { linksOf, type Prepared } from "./preparing.ts";

export type SendDeps = Deps & SiteDeps & Readonly<{ mailer: Mailer | null }>;

type Job = Readonly<{
  saved: SavedReportRow;
  mail: ClaimedMail;
  /** The figures, which are read once for all recipients. */
  prepare: () => Promise<Prepared>;
}>;

/** Sends a claimed mail, or notes why not. Stops the report's schedule if its owner has lost the right. */
export async function sendMail(deps: SendDeps, job: Job): Promise<void> {
  const { db, clock } = deps;
  const { saved, mail } = job;
  if (!(await mayOwnerMail(db, saved))) {
    await stopSchedule(db, saved.report_id, "OWNER_RIGHTS");
    await skipMail(db, mail, "STOPPED", clock());
    return;
  }
  const reason = await skipReasonOf(db, saved, mail.user_id);
  if (reason !== null) await skipMail(db, mail, reason, clock());
  else await send(deps, job);
}

async function send(deps: SendDeps, { saved, mail, prepare }: Job): Promise<void> {
  const { db, clock, mailer } = deps;
  const fail = (reason: FailReason, pause: number | null) => {
    const now = clock();
    const next_at = pause === null ? null : new Date(now.getTime() + pause);
    return noteFailure(db, mail, { reason, next_at, now });
  };
  if (mailer === null) return fail("NO_MAIL", null);
  const prepared = await prepare().catch((error: unknown) => {
    if (error instanceof Failure && error.kind === "invalid") return null;
    throw error;
  });
  if (prepared === null) return fail("REPORT", null);
  const written = await writeMail(deps, saved, mail, prepared);
  const made = await handOver(mailer, written, () => noteHandover(db, mail, clock()));
  if (made.is === "taken") return noteTaken(db, mail);
  const { error } = made;
  // Without the server's own words, which may contain the address.
  deps.log.warn({ mail_id: mail.mail_id, status: statusOf(error) }, "a mail was not sent");
  if (made.is === "unanswered") return;
  if (isRefused(error)) return fail("REFUSED", null);
  return fail("UNREACHABLE", pauseAfter(mail.attempts));
}

async function writeMail(
  { db, config, siteIdentity }: SendDeps,
  saved: SavedReportRow,
  { user_id, due_at, day }: ClaimedMail,
  prepared: Prepared,
) {
  const account = await findAccount(db, user_id);
  if (account === undefined) throw new Error(`no account ${user_id}`);
  const secret = await ensureServerSecret(db, "reportmails");
  const { report } = prepared;
  const composed = composeMail({
    ...prepared,
    words: reportMailWords(account.language ?? DEFAULT_LOCALE),
    isTest: day === null,
    links: linksOf(config, { saved, report, user_id, secret }),
  });
  const host = config.mailAddress.replace(/^.*@/, "");
  return {
    ...composed,
    from: (await siteIdentity.read()).name,
    to: account.email,
    // The same for each attempt, so that mailboxes know a mail that they have.
    messageId: `report.${saved.report_id}.${user_id}.${due_at.getTime()}@${host}`,
  };
}
