/** Mails the codes with which people confirm their e-mail addresses. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { DEFAULT_LOCALE } from "../../../../platform/http/locale.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import type { Mailer } from "../../../../platform/mail/mail.ts";
import { findAccount } from "../../users/store.ts";
import { countAttempt } from "../throttle.ts";
import { accountWords } from "../words.ts";
import { createCode } from "./actions.ts";
import { confirmationMail } from "./views.ts";

const mailConfirmation = {
  name: "accounts.mail-confirmation",
  payload: z.object({ user_id: z.int() }),
  maxAttempts: 5,
  kind: "mail",
} as const;

/** Queues a mail with a code to the account's address. Fails with `TryLater` for somebody who asks too often. */
export async function askToConfirm(
  deps: Pick<Deps, "db" | "clock">,
  user_id: number,
): Promise<void> {
  await countAttempt(deps, ["confirmation-mails", String(user_id)]);
  await enqueueOwned(deps.db, mailConfirmation, { user_id }, { owner: userOwner(user_id) });
}

export const confirmationJob = (deps: Deps & SiteDeps, mailer: Mailer | null): Job =>
  job(mailConfirmation, async ({ user_id }) => {
    const user = await findAccount(deps.db, user_id);
    if (user === undefined || mailer === null) return;
    const site = (await deps.siteIdentity.read()).name;
    const words = accountWords(user.language ?? DEFAULT_LOCALE);
    const code = await createCode(deps, user);
    const { publicUrl } = deps.config;
    const text = confirmationMail(words, { publicUrl, site, username: user.username, code });
    await mailer({ from: site, to: user.email, subject: words.confirm_subject, text });
  });
