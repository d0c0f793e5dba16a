/** Tells owners by mail that a webhook was disabled, if this server sends mail. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { DEFAULT_LOCALE } from "../../../../platform/http/locale.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import { openMailer } from "../../../../platform/mail/mail.ts";
import { hostOf } from "../../../../platform/net/fetch.ts";
import { findAccount } from "../../../people/users/store.ts";
import { fill } from "../../../web/layout/rules.ts";
import { findWebhook, type WebhookRow } from "../store.ts";
import { type WebhookWords, webhookWords } from "../words.ts";

const mailDisabled = {
  name: "webhooks.mail-disabled",
  payload: z.object({ user_id: z.int(), webhook_id: z.int(), error: z.string() }),
  maxAttempts: 5,
  kind: "mail",
} as const;

/** Queues a mail in the transaction that disables the webhook. `error`: the last problem, without a full stop. */
export const queueMail = (
  tx: Executor,
  { user_id, webhook_id }: Pick<WebhookRow, "user_id" | "webhook_id">,
  error: string,
): Promise<void> =>
  enqueueOwned(
    tx,
    mailDisabled,
    { user_id, webhook_id, error },
    { owner: userOwner(user_id), key: `webhook-mail:${webhook_id}` },
  );

export type MailDeps = Pick<Deps, "db" | "config"> & SiteDeps;

export function mailJob({ db, config, siteIdentity }: MailDeps): Job {
  const mailer = openMailer(config);
  return job(mailDisabled, async ({ user_id, webhook_id, error }) => {
    const user = await findAccount(db, user_id);
    const webhook = await findWebhook(db, user_id, webhook_id);
    // Its owner may have been faster.
    if (mailer === null || user === undefined || webhook?.status !== "DISABLED") return;
    const words = webhookWords(user.language ?? DEFAULT_LOCALE);
    const { name } = await siteIdentity.read();
    await mailer({
      from: name,
      to: user.email,
      subject: words.mail_subject,
      text: mailText(words, { publicUrl: config.publicUrl, name: user.fullname, webhook, error }),
    });
  });
}

type Disabled = Readonly<{
  publicUrl: string | null;
  name: string;
  webhook: Pick<WebhookRow, "url" | "reason">;
  error: string;
}>;

function mailText(words: WebhookWords, { publicUrl, name, webhook, error }: Disabled): string {
  const host = hostOf(webhook.url);
  const what = webhook.reason === "GONE" ? words.mail_gone : words.mail_failing;
  const where = publicUrl === null ? words.mail_page : `${publicUrl}/settings/webhooks`;
  return [
    fill(words.mail_hello, { name }),
    `${fill(what, { host })} ${fill(words.mail_last, { error })}`,
    `${words.mail_next}\n${where}\n`,
  ].join("\n\n");
}
