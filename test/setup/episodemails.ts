/** People who are mailed about new episodes, and a worker that does so. */
import { allJobs } from "../../src/app/jobs.ts";
import { publishBatch } from "../../src/features/distribution/events/jobs.ts";
import { notificationLoops } from "../../src/features/listening/notifications/announcing/jobs.ts";
import type { Mailbox } from "./smtp.ts";
import { createSurfer } from "./surfer.ts";
import type { Person, World } from "./world.ts";

export const SETTINGS = "/v2/me/notification-settings";

/** Announces what was published, and sends the mails that are due, as workers do each minute. */
export async function workOnEpisodeMails(world: World): Promise<void> {
  const { deps } = world;
  const signal = new AbortController().signal;
  while ((await publishBatch(deps)) > 0);
  for (const loop of notificationLoops(deps)) await loop.run(signal);
  const jobs = allJobs(deps);
  const run = (name: string, payload: unknown) =>
    jobs.find((one) => one.name === name)?.run(payload, { last: false });
  await run("notifications.plan-mails", {});
  for (;;) {
    const { rows } = await deps.pool.query<{ name: string; payload: unknown }>(
      "delete from owned_jobs where kind = 'mail' returning name, payload",
    );
    if (rows.length === 0) return;
    for (const { name, payload } of rows) await run(name, payload);
  }
}

/** The code of the last mail that asks whether a person agrees. */
export const agreeCodeIn = ({ mails }: Mailbox): string =>
  /agree-to-mails\?code=([\w.-]+)/.exec(mails.at(-1) ?? "")?.[1] ?? "";

/** Asks for mails and opens the link of the one that asks back; then the mailbox is empty. */
export async function agreeToMails(
  world: World,
  mailbox: Mailbox,
  { api }: Person,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  await api.put(SETTINGS, settings);
  await workOnEpisodeMails(world);
  const surfer = createSurfer(world.baseUrl);
  const code = agreeCodeIn(mailbox);
  await surfer.open(`/agree-to-mails?code=${code}`);
  await surfer.submit({ code });
  mailbox.mails.length = 0;
}
