/** What accounts leave to the background: mail that resets passwords, and forgetting. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { TryLater } from "../../platform/gate.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../platform/jobs/job.ts";
import { openMailer } from "../../platform/mail/mail.ts";
import { findAccount, findCredentials } from "../users/store.ts";
import { createReset } from "./passwords.ts";
import { FORGET_MS } from "./rules.ts";
import { purge } from "./store.ts";
import { countAttempt, networkOf } from "./throttle.ts";
import { resetMail } from "./views.ts";

const mailReset = {
  name: "accounts.mail-reset",
  payload: z.object({ user_id: z.int() }),
  maxAttempts: 5,
  kind: "mail",
} as const;

/**
 * Has a code mailed to the account's address. In the background, so that neither the answer nor
 * its time tells whether there is such an account; for the same reason the limit on one account's
 * mail is silent. Fails with `TryLater` for the address that asks too often.
 */
export async function askForReset(
  deps: Pick<Deps, "db" | "clock">,
  address: string,
  login: string,
): Promise<void> {
  await countAttempt(deps, ["reset for an address", networkOf(address)]);
  const user = await findCredentials(deps.db, login);
  if (user === undefined) return;
  try {
    await countAttempt(deps, ["mail to an account", String(user.user_id)]);
  } catch (error) {
    if (error instanceof TryLater) return;
    throw error;
  }
  const { user_id } = user;
  await enqueueOwned(deps.db, mailReset, { user_id }, { owner: userOwner(user_id) });
}

export function accountJobs(deps: Deps): Job[] {
  const mailer = openMailer(deps.config);
  return [
    job(mailReset, async ({ user_id }) => {
      const user = await findAccount(deps.db, user_id);
      if (user === undefined || mailer === null) return;
      const code = await createReset(deps, user_id);
      const text = resetMail(deps.config.publicUrl, user.fullname, code);
      await mailer({ to: user.email, subject: "A new password for your account", text });
    }),
    job(
      { name: "accounts.purge", payload: z.object({}) },
      () => {
        const now = deps.clock();
        return purge(deps.db, now, new Date(now.getTime() - FORGET_MS));
      },
      "17 * * * *",
    ),
  ];
}
