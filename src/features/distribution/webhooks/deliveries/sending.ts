/** Sends deliveries and notes what became of them. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { type Posted, post } from "../../../../platform/net/post.ts";
import { signatureOf } from "../secrets.ts";
import { lockEnabled, noteWebhook, type WebhookRow } from "../store.ts";
import { type Claimed, type Claims, claim } from "./claiming.ts";
import { queueMail } from "./mailing.ts";
import { bodyOf, headersOf } from "./message.ts";
import {
  disabledBy,
  failAgain,
  pauseAfter,
  problemOf,
  reliefAfter,
  retryAfterMs,
  SEND_TIME,
} from "./rules.ts";
import { findClaimed, giveUpWaiting, noteDelivery } from "./store.ts";

export type SendDeps = Pick<Deps, "db" | "clock" | "config">;

/** Sends what a webhook has to send now, at most a few requests; false if that was nothing. */
export async function sendNext(
  deps: SendDeps,
  webhook_id: number,
  signal: AbortSignal,
): Promise<boolean> {
  const claims = await claim(deps, webhook_id);
  if (claims === null) return false;
  const sent = await Promise.allSettled(
    claims.claimed.map((one) => sendOne(deps, claims, one, signal)),
  );
  for (const one of sent) if (one.status === "rejected") throw one.reason;
  return true;
}

async function sendOne(
  deps: SendDeps,
  { webhook, secrets }: Claims,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, config } = deps;
  const { message } = claimed;
  if (message === undefined) return noteUnreadable(deps, claimed);
  const body = bodyOf(message, webhook.format, config.publicUrl);
  const started = performance.now();
  const posted = await post({
    url: webhook.url,
    headers: headersOf({
      id: message.id,
      body,
      signature: signatureOf(webhook),
      secrets,
      now: clock(),
    }),
    body,
    maxMs: SEND_TIME.value,
    allowPrivate: config.outboundPrivate,
    signal,
  }).catch(async (error: unknown) => {
    // The process shuts down: the attempt does not count, and another process need not wait for the claim to end.
    await noteDelivery(db, claimed.delivery_id, {});
    throw error;
  });
  const duration = Math.round(performance.now() - started);
  await noteEnd(deps, webhook.webhook_id, { claimed, posted, duration });
}

async function noteUnreadable({ db }: SendDeps, { delivery_id }: Claimed): Promise<void> {
  const error = "the event is not kept any more, or its owner may not read it any more";
  await noteDelivery(db, delivery_id, { state: "FAILED", error });
}

type Ended = Readonly<{ claimed: Claimed; posted: Posted; duration: number }>;

/** Notes the end of a request in one transaction: of the delivery, and how the webhook fares. */
function noteEnd({ db, clock }: SendDeps, webhook_id: number, ended: Ended): Promise<void> {
  const { claimed, posted, duration } = ended;
  return db.transaction().execute(async (tx) => {
    const webhook = await lockEnabled(tx, webhook_id);
    const delivery = await findClaimed(tx, claimed);
    // It was disabled or deleted meanwhile, or this process was so slow that another one sends it.
    if (webhook === undefined || delivery === undefined) return;
    const now = clock();
    const attempts = delivery.attempts + 1;
    const error = posted.error ?? problemOf(posted.status);
    const seen = { attempts, attempted_at: now, status: posted.status, error, duration };
    if (error === null) {
      const done = { state: "DELIVERED", delivered_at: now } as const;
      await noteDelivery(tx, claimed.delivery_id, { ...seen, ...done });
      if (webhook.failing_since !== null) await noteWebhook(tx, webhook_id, UNTROUBLED);
      return;
    }
    const isTest = delivery.sequence === null;
    const wait = retryAfterMs(posted.retryAfter, now);
    const pause = isTest ? null : pauseAfter(attempts, wait, Math.random());
    const next =
      pause === null
        ? ({ state: "FAILED" } as const)
        : { next_at: new Date(now.getTime() + pause) };
    await noteDelivery(tx, claimed.delivery_id, { ...seen, ...next });
    if (!isTest) await noteTrouble(tx, webhook, { status: posted.status, wait, error, now });
  });
}

type Trouble = Readonly<{ status: number | null; wait: number | null; error: string; now: Date }>;

/** Notes that a webhook has failed: it is given a pause, or disabled. */
async function noteTrouble(tx: Executor, webhook: WebhookRow, trouble: Trouble): Promise<void> {
  const { status, wait, error, now } = trouble;
  const troubles = failAgain(webhook, now);
  const relief = reliefAfter(status, wait);
  const reason = disabledBy(status, troubles.failing_since, now);
  await noteWebhook(tx, webhook.webhook_id, {
    ...troubles,
    ...(relief > 0 && { paused_until: new Date(now.getTime() + relief) }),
    ...(reason !== null && { status: "DISABLED", reason }),
  });
  if (reason === null) return;
  await giveUpWaiting(tx, webhook.webhook_id);
  await queueMail(tx, webhook, error);
}

const UNTROUBLED = { failing_since: null, failed_at: null, paused_until: null };
