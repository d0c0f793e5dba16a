/** What accounts leave to the background: mail that resets passwords, and forgetting. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { TryLater } from "../../platform/gate.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../platform/jobs/job.ts";
import { reportExceeded } from "../../platform/limits.ts";
import { type Mailer, openMailer } from "../../platform/mail/mail.ts";
import { findAccount, findCredentials } from "../users/store.ts";
import { deleteDeadTokens } from "../users/tokens/store.ts";
import { createReset } from "./passwords.ts";
import { FORGET_MS, limitOf } from "./rules.ts";
import { purge } from "./store.ts";
import { countAttempt, forgiveOne, networkOf, type Subject } from "./throttle.ts";
import { resetMail } from "./views.ts";

/** Tokens that have expired stay on their owner's list this long, so that it can be seen why one fails. */
const TOKEN_SHOWN_MS = 30 * 86_400_000;

const mailReset = {
  name: "accounts.mail-reset",
  // Null: nobody has what was typed.
  payload: z.object({ user_id: z.int().nullable() }),
  maxAttempts: 5,
  kind: "mail",
} as const;

/** Owner of jobs that mail nobody. */
const NOBODY = 0;

/**
 * Has a code mailed to the account's address. All that depends on whether there is such an account
 * happens in the background, so that neither the answer nor its time tells. Fails with `TryLater` for
 * the address that asks too often.
 */
export async function askForReset(
  deps: Pick<Deps, "db" | "clock">,
  address: string,
  login: string,
): Promise<void> {
  await countAttempt(deps, ["resets-of-address", networkOf(address)]);
  const user = await findCredentials(deps.db, login);
  // Queued for nobody as for somebody: neither statements nor times tell them apart.
  const user_id = user?.user_id ?? null;
  await enqueueOwned(deps.db, mailReset, { user_id }, { owner: userOwner(user_id ?? NOBODY) });
}

/** Mails a code, unless the account had as many as it may have. A mail that is not taken does not count. */
async function mailCode(deps: Deps, mailer: Mailer, user_id: number): Promise<void> {
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
  const text = resetMail(deps.config.publicUrl, user.fullname, code);
  try {
    await mailer({ to: user.email, subject: "A new password for your account", text });
  } catch (error) {
    await forgiveOne(deps, mails);
    throw error;
  }
}

export function accountJobs(deps: Deps): Job[] {
  const mailer = openMailer(deps.config);
  return [
    job(mailReset, async ({ user_id }) => {
      if (user_id !== null && mailer !== null) await mailCode(deps, mailer, user_id);
    }),
    job(
      { name: "accounts.purge", payload: z.object({}) },
      async () => {
        const now = deps.clock();
        await purge(deps.db, now, new Date(now.getTime() - FORGET_MS));
        await deleteDeadTokens(deps.db, new Date(now.getTime() - TOKEN_SHOWN_MS));
      },
      "17 * * * *",
    ),
  ];
}
