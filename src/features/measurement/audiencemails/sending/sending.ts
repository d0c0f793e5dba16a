/** Sends one mail about somebody's own shows, if they still want it and may read what it says. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../../../deps.ts";
import { DEFAULT_LOCALE } from "../../../../platform/http/locale.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { CLAIM_MS, EACH_MS, pauseAfter } from "../../../../platform/mail/attempts.ts";
import { handOver } from "../../../../platform/mail/handover.ts";
import { isNoMailbox, isRefused, type Mailer, statusOf } from "../../../../platform/mail/mail.ts";
import { mailSecret, stateOf } from "../actions.ts";
import { type ClaimedMail, claimMail, endMail, noteFailure } from "../mails/store.ts";
import { findSettings, noteRefusedAddress, type SettingsRow } from "../store.ts";
import { endCode } from "../unsubscribing/codes.ts";
import { audienceMailWords } from "../words.ts";
import { findJumpDay, findWeekly } from "./content.ts";
import { composeMail, type Jump, type Weekly } from "./message.ts";

export type SendDeps = Deps & SiteDeps & Readonly<{ mailer: Mailer | null }>;

/** Sends one mail that is due; false if none is. */
export async function sendNext(deps: SendDeps, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock();
  const mail = await claimMail(db, now, new Date(now.getTime() + CLAIM_MS));
  if (mail === undefined) return false;
  const row = await findSettings(db, mail.user_id);
  const content = row && (await isWanted(deps, row, mail)) ? await findContent(deps, mail) : null;
  if (row === undefined || content === null) await endMail(db, mail, "SKIPPED", clock());
  else {
    await send(deps, { mail, row, content });
    await sleep(EACH_MS, undefined, { signal });
  }
  return true;
}

const findContent = (deps: SendDeps, mail: ClaimedMail): Promise<Weekly | Jump | null> =>
  mail.kind === "WEEKLY" ? findWeekly(deps, mail) : findJumpDay(deps, mail);

async function isWanted({ db }: SendDeps, row: SettingsRow, mail: ClaimedMail): Promise<boolean> {
  if (row.suspended_at !== null || !(mail.kind === "WEEKLY" ? row.weekly : row.jumps)) return false;
  return (await stateOf(db, row)) === "ACTIVE";
}

type Work = Readonly<{ mail: ClaimedMail; row: SettingsRow; content: Weekly | Jump }>;

async function send(deps: SendDeps, work: Work): Promise<void> {
  const { db, clock, mailer, log } = deps;
  const { mail, row } = work;
  const written = await writeMail(deps, work);
  if (mailer === null || written === null) return;
  const made = await handOver(mailer, written, () => endMail(db, mail, "SENT", clock()));
  if (made.is === "taken") return;
  const { error } = made;
  // Without the server's own words, which may contain the address.
  log.warn({ user_id: row.user_id, status: statusOf(error) }, "a mail was not sent");
  if (made.is === "unanswered") return;
  if (isNoMailbox(error)) await noteRefusedAddress(db, row.user_id, row.address);
  const now = clock();
  const pause = isRefused(error) ? null : pauseAfter(mail.attempts);
  const next_at = pause === null ? null : new Date(now.getTime() + pause);
  await noteFailure(db, mail, { next_at, now });
}

async function writeMail({ db, config, siteIdentity }: SendDeps, { mail, row, content }: Work) {
  const { publicUrl } = config;
  if (publicUrl === null) return null;
  const site = (await siteIdentity.read()).name;
  const { user_id } = row;
  const code = endCode(await mailSecret(db), { user_id, kind: content.kind });
  const words = audienceMailWords(row.language ?? DEFAULT_LOCALE);
  const host = config.mailAddress.replace(/^.*@/, "");
  return {
    ...composeMail({ words, site, publicUrl, code, content }),
    from: site,
    to: row.address,
    // The same for each attempt, so that mailboxes know a mail that they have.
    messageId: `${content.kind}.${user_id}.${mail.mail_id}@${host}`,
  };
}
