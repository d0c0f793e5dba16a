/** Sends deliveries and notes what became of them. */
import type { Deps } from "../../../../deps.ts";
import { type Posted, post } from "../../../../platform/net/post.ts";
import { lockEnabled, noteWebhook, type WebhookRow } from "../store.ts";
import { type Claimed, type Claims, claim } from "./claiming.ts";
import { bodyOf, headersOf, messageId } from "./message.ts";
import {
  failAgain,
  isHopeless,
  isSuccess,
  pauseAfter,
  problemOf,
  reliefAfter,
  retryAfterMs,
  SEND_TIME,
} from "./rules.ts";
import { findClaimed, giveUpWaiting, noteDelivery } from "./store.ts";

export type SendDeps = Pick<Deps, "db" | "clock" | "config">;

/** What became of a webhook: it was disabled, or not. */
type Noted = Readonly<{ disabled: "GONE" | "FAILING" | null }>;

/** Sends what a webhook has to send now, at most a few requests; null if that was nothing. */
export async function sendNext(
  deps: SendDeps,
  webhook_id: number,
  signal: AbortSignal,
): Promise<Noted | null> {
  const claims = await claim(deps, webhook_id);
  if (claims === null) return null;
  const sent = await Promise.allSettled(
    claims.claimed.map((one) => sendOne(deps, claims, one, signal)),
  );
  let disabled: Noted["disabled"] = null;
  for (const one of sent) {
    if (one.status === "rejected") throw one.reason;
    disabled ??= one.value.disabled;
  }
  return { disabled };
}

async function sendOne(
  deps: SendDeps,
  { webhook, secrets }: Claims,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<Noted> {
  const { db, clock, config } = deps;
  const { event } = claimed;
  if (event === undefined) return noteUnreadable(deps, claimed);
  const body = bodyOf(event, webhook.format);
  const id = messageId(webhook.webhook_id, event);
  const started = performance.now();
  const posted = await post({
    url: webhook.url,
    headers: headersOf({ id, body, secrets, now: clock() }),
    body,
    maxMs: SEND_TIME.value,
    allowPrivate: config.outboundPrivate,
    signal,
  }).catch(async (error: unknown) => {
    // The process shuts down: the attempt does not count, and another process need not wait for the claim to end.
    await noteDelivery(db, claimed.delivery_id, {});
    throw error;
  });
  return noteEnd(deps, webhook, claimed, posted, Math.round(performance.now() - started));
}

async function noteUnreadable({ db }: SendDeps, { delivery_id }: Claimed): Promise<Noted> {
  const error = "the event is not kept any more, or its owner may not read it any more";
  await noteDelivery(db, delivery_id, { state: "FAILED", error });
  return { disabled: null };
}

/** Notes the end of a request in one transaction: of the delivery, and how the webhook fares. */
function noteEnd(
  { db, clock }: SendDeps,
  { webhook_id }: WebhookRow,
  claimed: Claimed,
  posted: Posted,
  duration: number,
): Promise<Noted> {
  return db.transaction().execute(async (tx) => {
    const webhook = await lockEnabled(tx, webhook_id);
    const delivery = await findClaimed(tx, claimed);
    // It was disabled or deleted meanwhile, or this process was so slow that another one sends it.
    if (webhook === undefined || delivery === undefined) return { disabled: null };
    const now = clock();
    const attempts = delivery.attempts + 1;
    const { status } = posted;
    const error = posted.error ?? problemOf(posted.status);
    const seen = { attempts, attempted_at: now, status, error, duration };
    if (isSuccess(status)) {
      const done = { state: "DELIVERED", delivered_at: now } as const;
      await noteDelivery(tx, claimed.delivery_id, { ...seen, ...done });
      if (webhook.failing_since !== null) await noteWebhook(tx, webhook_id, UNTROUBLED);
      return { disabled: null };
    }
    const wait = retryAfterMs(posted.retryAfter, now);
    const pause = pauseAfter(attempts, wait, Math.random());
    const next =
      pause === null
        ? ({ state: "FAILED" } as const)
        : { next_at: new Date(now.getTime() + pause) };
    await noteDelivery(tx, claimed.delivery_id, { ...seen, ...next });
    const troubles = failAgain(webhook, now);
    const reason =
      status === 410 ? "GONE" : isHopeless(troubles.failing_since, now) ? "FAILING" : null;
    const relief = reliefAfter(status, wait);
    await noteWebhook(tx, webhook_id, {
      ...troubles,
      ...(relief > 0 && { paused_until: new Date(now.getTime() + relief) }),
      ...(reason !== null && { status: "DISABLED", reason }),
    });
    if (reason !== null) await giveUpWaiting(tx, webhook_id);
    return { disabled: reason };
  });
}

const UNTROUBLED = { failing_since: null, failed_at: null, paused_until: null };
