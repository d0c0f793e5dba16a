/** Hands events to webhooks, sends them with owners in turn, and forgets old deliveries. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { readEvents } from "../../events/reading.ts";
import { lockEnabled, removeErasedWebhooks } from "../store.ts";
import { findNextTime } from "./claiming.ts";
import { type MailDeps, mailJob } from "./mailing.ts";
import { queueSending, sendWebhook } from "./queue.ts";
import { type SendDeps, sendNext } from "./sending.ts";
import { addressEvents, deleteOldDeliveries, listForgotten } from "./store.ts";

const PAUSE_MS = 250;
/** Events in one transaction. */
const BATCH = 200;
/** After this time a job leaves its slot to another owner. */
const TURN_MS = 10_000;
/** Deliveries that are due for so long have lost their job. */
const FORGOTTEN_MS = 120_000;
const KEPT_MS = 30 * 86_400_000;
const DELETED_AT_ONCE = 1000;

type Queues = Pick<Deps, "db" | "clock">;

export const webhookLoops = (deps: Queues): Loop[] => [
  {
    name: "handing events to webhooks",
    pauseMs: PAUSE_MS,
    async run(signal) {
      while (!signal.aborted && (await handEvents(deps)));
    },
  },
];

/** Makes deliveries of up to 200 events, and jobs that send them; true if there may be more events. */
const handEvents = (deps: Queues): Promise<boolean> =>
  readEvents(deps, "webhook_cursor", BATCH, async (tx, range) => {
    const now = deps.clock();
    for (const webhook of await addressEvents(tx, range, now)) await queueSending(tx, webhook, now);
  });

export const webhookJobs = (deps: SendDeps & MailDeps): Job[] => [
  job(sendWebhook, ({ webhook_id }, { signal }) => send(deps, webhook_id, signal)),
  mailJob(deps),
  job({ name: "webhooks.watch", payload: z.object({}) }, () => requeue(deps), "* * * * *"),
  job({ name: "webhooks.purge", payload: z.object({}) }, () => purge(deps), "37 4 * * *"),
];

/** Sends what is due, and queues the next job for what is due later. */
async function send(deps: SendDeps, webhook_id: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + TURN_MS;
  while (performance.now() < end && (await sendNext(deps, webhook_id, signal)));
  await deps.db.transaction().execute(async (tx) => {
    const webhook = await lockEnabled(tx, webhook_id);
    const next = webhook && (await findNextTime(tx, webhook));
    if (webhook && next) await queueSending(tx, webhook, next);
  });
}

/** Queues a job for each webhook whose job failed for the last time, or waits while its account was suspended. */
async function requeue({ db, clock }: Queues): Promise<void> {
  const now = clock();
  const forgotten = await listForgotten(db, new Date(now.getTime() - FORGOTTEN_MS));
  for (const { webhook_id } of forgotten)
    await db.transaction().execute(async (tx) => {
      const webhook = await lockEnabled(tx, webhook_id);
      if (webhook !== undefined) await queueSending(tx, webhook, now);
    });
}

async function purge({ db, clock }: Queues): Promise<void> {
  const moment = new Date(clock().getTime() - KEPT_MS);
  while ((await deleteOldDeliveries(db, moment, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  await removeErasedWebhooks(db);
}
