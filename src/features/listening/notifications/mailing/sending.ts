/** Sends mails about new episodes: to addresses that agreed, each episode once, and none to an address that refused. */
import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../../../deps.ts";
import { DEFAULT_LOCALE } from "../../../../platform/http/locale.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { CLAIM_MS, EACH_MS, pauseAfter } from "../../../../platform/mail/attempts.ts";
import { handOver } from "../../../../platform/mail/handover.ts";
import { isNoMailbox, type Mailer, statusOf } from "../../../../platform/mail/mail.ts";
import { mailSecret } from "./actions.ts";
import { addressDigest, agreeCode, endCode } from "./codes.ts";
import { composeMail, composeQuestion } from "./message.ts";
import {
  type Claim,
  claimDue,
  listWaiting,
  noteMailed,
  noteRefusal,
  type Waiting,
} from "./queue/store.ts";
import { dueTime, type MailTimes } from "./rules.ts";
import { dropWaiting, findSettings, findSuppression, type SettingsRow, suppress } from "./store.ts";
import { mailWords } from "./words.ts";

export type SendDeps = Deps & SiteDeps & Readonly<{ mailer: Mailer | null }>;

/** Sends one mail that is due; false if none is. */
export async function sendNext(deps: SendDeps, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock();
  const claim = await claimDue(db, now, new Date(now.getTime() + CLAIM_MS));
  if (claim === undefined) return false;
  const row = await findSettings(db, claim.user_id);
  const isOpen = row !== undefined && (await mayMail(deps, row));
  if (!isOpen) await dropWaiting(db, claim.user_id);
  const waiting = await listWaiting(db, claim.user_id);
  const episodes = waiting.filter(({ is_wanted }) => is_wanted);
  if (row === undefined || episodes.length === 0) await noteEnd(deps, { claim, row, waiting });
  else {
    await send(deps, { claim, row, waiting, episodes });
    await sleep(EACH_MS, undefined, { signal });
  }
  return true;
}

/** Whether the address of today has agreed, and neither unsubscribed nor refused since. */
async function mayMail({ db }: SendDeps, row: SettingsRow): Promise<boolean> {
  if (row.frequency === "OFF" || row.confirmed_at === null) return false;
  if (row.email !== row.address || row.suspended_at !== null) return false;
  return (await findSuppression(db, addressDigest(await mailSecret(db), row.address))) === null;
}

type Ended = Readonly<{
  claim: Claim;
  row: SettingsRow | undefined;
  waiting: readonly Waiting[];
}>;

/** Ends a claim in one transaction; false if another process has taken the mail. */
const noteEnd = ({ db, clock }: SendDeps, { claim, row, waiting }: Ended): Promise<boolean> => {
  const now = clock();
  const next = row === undefined ? now : dueTime({ ...(row as MailTimes), mailed_at: now }, now);
  const ids = waiting.map(({ episode_id }) => episode_id);
  return db.transaction().execute((tx) => noteMailed(tx, claim, ids, { now, next }));
};

type Work = Ended & Readonly<{ row: SettingsRow; episodes: readonly Waiting[] }>;

async function send(deps: SendDeps, work: Work): Promise<void> {
  const { db, clock, mailer, log } = deps;
  const { claim, row, waiting } = work;
  const written = await writeMail(deps, work);
  if (mailer === null || written === null) return;
  const made = await handOver(mailer, written, () => noteEnd(deps, work));
  if (made.is === "taken") return;
  const { error, isNoted } = made;
  // Without the server's own words, which may contain the address.
  log.warn({ user_id: claim.user_id, status: statusOf(error) }, "a mail was not sent");
  if (made.is === "unanswered") return;
  if (isNoMailbox(error)) {
    await suppressAddress(deps, row.address);
    return dropWaiting(db, claim.user_id);
  }
  const pause = pauseAfter(claim.attempts);
  if (pause === null) {
    if (!isNoted) await noteEnd(deps, work);
    return;
  }
  const ids = waiting.map(({ episode_id }) => episode_id);
  const next = new Date(clock().getTime() + pause);
  await db.transaction().execute((tx) => noteRefusal(tx, claim, ids, next));
}

const suppressAddress = async ({ db, clock }: SendDeps, address: string): Promise<void> =>
  suppress(db, addressDigest(await mailSecret(db), address), "REFUSED", clock());

async function writeMail({ db, config, siteIdentity }: SendDeps, { row, episodes }: Work) {
  const { publicUrl } = config;
  if (publicUrl === null) return null;
  const site = (await siteIdentity.read()).name;
  const code = endCode(await mailSecret(db), row.user_id);
  const words = mailWords(row.language ?? DEFAULT_LOCALE);
  const ids = episodes.map(({ episode_id }) => episode_id).join(",");
  const host = config.mailAddress.replace(/^.*@/, "");
  return {
    ...composeMail({ words, site, publicUrl, code, episodes }),
    from: site,
    to: row.address,
    // The same for each attempt, so that mailboxes know a mail that they have.
    messageId: `episodes.${row.user_id}.${hash("sha256", ids).slice(0, 32)}@${host}`,
  };
}

/** Mails the link that agrees to mails. An address that is refused for good is noted, so that its owner can see it. */
export async function sendQuestion(deps: SendDeps, user_id: number): Promise<void> {
  const { db, config, mailer, siteIdentity } = deps;
  const row = await findSettings(db, user_id);
  const { publicUrl } = config;
  if (!row?.asked_at || row.frequency === "OFF" || mailer === null || publicUrl === null) return;
  const { address: email, asked_at, username } = row;
  const site = (await siteIdentity.read()).name;
  const code = agreeCode(await mailSecret(db), { user_id, email, asked_at });
  const words = mailWords(row.language ?? DEFAULT_LOCALE);
  try {
    const mail = composeQuestion({ words, site, publicUrl, username, code });
    await mailer({ ...mail, from: site, to: email });
  } catch (error) {
    if (!isNoMailbox(error)) throw error;
    await suppressAddress(deps, email);
  }
}
