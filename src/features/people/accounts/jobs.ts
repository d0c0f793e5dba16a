/** Background jobs of accounts: password reset mails, and deletion of expired records. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { TryLater } from "../../../platform/gate.ts";
import { DEFAULT_LOCALE } from "../../../platform/http/locale.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../platform/jobs/job.ts";
import { reportExceeded } from "../../../platform/limits.ts";
import { type Mailer, openMailer } from "../../../platform/mail/mail.ts";
import { findAccount, findCredentials } from "../users/store.ts";
import { deleteDeadTokens } from "../users/tokens/store.ts";
import { eraseAccounts } from "./closing.ts";
import { confirmationJob } from "./confirming/jobs.ts";
import { createReset } from "./passwords.ts";
import { FORGET_MS, limitOf } from "./rules.ts";
import { purge } from "./store.ts";
import { countAttempt, forgiveOne, networkOf, type Subject } from "./throttle.ts";
import { resetMail } from "./views.ts";
import { accountWords } from "./words.ts";

/** Expired tokens stay on their owner's list this long, so that the owner can see why a token fails. */
const TOKEN_SHOWN_MS = 30 * 86_400_000;

const mailReset = {
  name: "accounts.mail-reset",
  // Null if no account matches the login.
  payload: z.object({ user_id: z.int().nullable() }),
  maxAttempts: 5,
  kind: "mail",
} as const;

/** The owner of jobs that mail nobody. */
const NOBODY = 0;

/**
 * Queues a mail with a reset code to the account's address. All work that depends on whether the account exists happens
 * in the background, so that neither the response nor its time reveals it. Fails with `TryLater` for an address that
 * asks too often.
 */
export async function askForReset(
  deps: Pick<Deps, "db" | "clock">,
  address: string,
  login: string,
): Promise<void> {
  await countAttempt(deps, ["resets-of-address", networkOf(address)]);
  const user = await findCredentials(deps.db, login);
  // A job is queued even if there is no account: neither the statements nor their time differ.
  const user_id = user?.user_id ?? null;
  await enqueueOwned(deps.db, mailReset, { user_id }, { owner: userOwner(user_id ?? NOBODY) });
}

/** Mails a code, unless the account has reached its limit. A mail that the mail server rejects does not count. */
async function mailCode(deps: Deps & SiteDeps, mailer: Mailer, user_id: number): Promise<void> {
  const user = await findAccount(deps.db, user_id);
  if (user === undefined) return;
  const mails: Subject = ["reset-mails", String(user_id)];
  try {
    await countAttempt(deps, mails);
  } catch (error) {
    if (!(error instanceof TryLater)) throw error;
    reportExceeded(limitOf("reset-mails"));
    return;
  }
  const code = await createReset(deps, user_id);
  const site = await deps.siteIdentity.read();
  const words = accountWords(user.language ?? DEFAULT_LOCALE);
  const text = resetMail(words, deps.config.publicUrl, site.name, user.fullname, code);
  try {
    await mailer({ from: site.name, to: user.email, subject: words.mail_subject, text });
  } catch (error) {
    await forgiveOne(deps, mails);
    throw error;
  }
}

export function accountJobs(deps: Deps & SiteDeps): Job[] {
  const mailer = openMailer(deps.config);
  return [
    job(mailReset, async ({ user_id }) => {
      if (user_id !== null && mailer !== null) await mailCode(deps, mailer, user_id);
    }),
    confirmationJob(deps, mailer),
    job(
      { name: "accounts.purge", payload: z.object({}) },
      async () => {
        const now = deps.clock();
        await purge(deps.db, now, new Date(now.getTime() - FORGET_MS));
        await deleteDeadTokens(deps.db, new Date(now.getTime() - TOKEN_SHOWN_MS));
        await eraseAccounts(deps);
      },
      "17 * * * *",
    ),
  ];
}
