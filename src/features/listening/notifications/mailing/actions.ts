/** Changes what people want to be mailed about new episodes: with a link that agrees, and one that ends the mails. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { ensureServerSecret } from "../../../../platform/db/serversecrets.ts";
import { invalid, notFound } from "../../../../platform/failure.ts";
import { enqueueOwned, userOwner } from "../../../../platform/jobs/job.ts";
import { canMailLinks } from "../../../../platform/mail/mail.ts";
import { countAttempt } from "../../../people/accounts/throttle.ts";
import { findAccount } from "../../../people/users/store.ts";
import { addressDigest, isAgreeCode, readAgreeCode, readEndCode } from "./codes.ts";
import { dueTime, type MailTimes } from "./rules.ts";
import {
  confirmSettings,
  endMails,
  findSettings,
  findSuppression,
  type NewSettings,
  putSettings,
  setDue,
  suppress,
  unsuppress,
} from "./store.ts";
import { settingsView, stateOf } from "./views.ts";

type Needs = Pick<Deps, "db" | "clock" | "config">;

export const mailSecret = (db: Executor): Promise<Buffer> => ensureServerSecret(db, "episodemails");

export const askToAgree = {
  name: "notifications.ask-to-agree",
  payload: z.object({ user_id: z.int() }),
  maxAttempts: 5,
  kind: "mail",
} as const;

/** What the user wants, as the API shows it. Fails with 404 for an account that is gone. */
export async function readSettings({ db }: Pick<Needs, "db">, user_id: number) {
  const account = await findAccount(db, user_id);
  if (account === undefined) throw notFound("user");
  const row = await findSettings(db, user_id);
  const reason = await findSuppression(db, addressDigest(await mailSecret(db), account.email));
  const settings = settingsView(row, stateOf(row, reason), account.timezone ?? "UTC");
  return { settings, address: account.email };
}

/**
 * Stores what the user wants. Unless the address of the account has agreed to mails, one with a link is sent to it, and no
 * others. Fails with 400 on a server without mail, and with `TryLater` for somebody who asks too often.
 */
export async function changeSettings(
  deps: Needs,
  user_id: number,
  values: NewSettings,
): Promise<void> {
  const { db, clock, config } = deps;
  const isOn = values.frequency !== "OFF";
  if (isOn && !canMailLinks(config))
    throw invalid({ frequency: "must be OFF: this server sends no mail" });
  const { settings } = await readSettings(deps, user_id);
  const present = await findSettings(db, user_id);
  const hasAgreed = present?.confirmed_at != null && present.email === present.address;
  const asks = isOn && (!hasAgreed || settings.state === "REFUSED");
  if (asks) await countAttempt(deps, ["episode-mail-questions", String(user_id)]);
  const now = clock();
  await db.transaction().execute(async (tx) => {
    await putSettings(tx, user_id, values, asks ? now : null);
    const times = { ...values, timezone: settings.timezone, mailed_at: present?.mailed_at ?? null };
    if (isOn) await setDue(tx, user_id, dueTime(times satisfies MailTimes, now));
    if (asks) await enqueueOwned(tx, askToAgree, { user_id }, { owner: userOwner(user_id) });
  });
}

/** Agrees to mails with the code of a link, and takes the address off the list of those that get none. */
export async function agree(
  { db, clock }: Pick<Needs, "db" | "clock">,
  code: string,
): Promise<void> {
  const now = clock();
  const read = readAgreeCode(code, now);
  const account = read && (await findAccount(db, read.user_id));
  if (read === null || !account) throw badCode();
  const asked = { ...read, email: account.email };
  const secret = await mailSecret(db);
  if (!isAgreeCode(secret, code, asked)) throw badCode();
  await db.transaction().execute(async (tx) => {
    if (!(await confirmSettings(tx, asked, now))) throw badCode();
    await unsuppress(tx, addressDigest(secret, account.email));
  });
}

const badCode = () =>
  invalid({ code: "is invalid or has expired; request a new one" }, "bad-confirmation-code");

/** Whose mails a code ends. Fails with 404. */
export async function requireEndCode(db: Executor, code: string): Promise<number> {
  const user_id = readEndCode(await mailSecret(db), code);
  if (user_id === null) throw notFound("user");
  return user_id;
}

/** Ends the mails with the code of a mail: neither the account nor its address gets others until it agrees again. Idempotent. */
export async function unsubscribe(
  { db, clock }: Pick<Needs, "db" | "clock">,
  code: string,
): Promise<void> {
  const user_id = await requireEndCode(db, code);
  const secret = await mailSecret(db);
  await db.transaction().execute(async (tx) => {
    const row = await findSettings(tx, user_id);
    if (row === undefined) return;
    // The address that the mail went to, and that of today.
    for (const email of new Set([row.email ?? row.address, row.address]))
      await suppress(tx, addressDigest(secret, email), "UNSUBSCRIBED", clock());
    await endMails(tx, user_id);
  });
}
