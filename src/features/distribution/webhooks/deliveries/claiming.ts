/** Claims what a webhook has to send next: of each subject one delivery, and the next one when that has ended. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { ensureServerSecret } from "../../../../platform/db/serversecrets.ts";
import { deriveSecret } from "../secrets.ts";
import { lockEnabled, type WebhookRow } from "../store.ts";
import type { Message } from "./chat.ts";
import { eventMessage, testMessage } from "./message.ts";
import { SEND_TIME } from "./rules.ts";
import {
  type Claim,
  claimDeliveries,
  type Head,
  listClaimedEvents,
  listHeads,
  listTests,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** Requests to one webhook at the same time; one that fails gets them one by one. */
const AT_ONCE = 4;
/** After this time a process that has not noted the end of a request is dead, and another one sends it again. */
const CLAIM_MS = 2 * SEND_TIME.value;

export type Claimed = Claim &
  Readonly<{
    /** undefined: the event is not kept any more, or its reader may not read it any more. */
    message: Message | undefined;
  }>;

export type Claims = Readonly<{
  webhook: WebhookRow;
  /** The secrets or private keys that sign now. */
  secrets: readonly Uint8Array[];
  claimed: readonly Claimed[];
}>;

/** What is to be sent now, claimed; null if that is nothing. */
export function claim({ db, clock }: Needs, webhook_id: number): Promise<Claims | null> {
  return db.transaction().execute(async (tx) => {
    const webhook = await lockEnabled(tx, webhook_id);
    const now = clock();
    if (webhook === undefined || (webhook.paused_until ?? now) > now) return null;
    const heads = await listHeads(tx, webhook_id);
    const isSent = ({ sending_until }: Head) => sending_until !== null && sending_until > now;
    const room = (webhook.failing_since === null ? AT_ONCE : 1) - heads.filter(isSent).length;
    const ids = heads
      .filter((head) => !isSent(head) && head.next_at <= now)
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
      .slice(0, Math.max(room, 0))
      .map(({ delivery_id }) => delivery_id);
    if (ids.length === 0) return null;
    const until = new Date(now.getTime() + CLAIM_MS);
    await claimDeliveries(tx, ids, until);
    const messages = await messagesOf(tx, webhook, ids);
    const claimed = ids.map((delivery_id) => ({
      ...{ delivery_id, until },
      message: messages.get(delivery_id),
    }));
    return { webhook, claimed, secrets: await secretsOf(tx, webhook, now) };
  });
}

/** What the deliveries are about, as far as the webhook's owner may read it. */
async function messagesOf(
  tx: Executor,
  { webhook_id, user_id }: WebhookRow,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  const events = await listClaimedEvents(tx, ids, user_id);
  const tests = await listTests(tx, ids);
  return new Map([
    ...tests.map((test) => [test.delivery_id, testMessage(webhook_id, test)] as const),
    ...events
      .filter(({ is_readable }) => is_readable)
      .map((event) => [event.delivery_id, eventMessage(webhook_id, event)] as const),
  ]);
}

/** What signs for the webhook and, for a while, what did so before. */
async function secretsOf(tx: Executor, webhook: WebhookRow, now: Date) {
  const { nonce, previous_nonce, previous_until } = webhook;
  const server = await ensureServerSecret(tx, "webhooks");
  const isOver = previous_until === null || previous_until <= now;
  return [nonce, ...(previous_nonce === null || isOver ? [] : [previous_nonce])].map((each) =>
    deriveSecret(server, { ...webhook, nonce: each }),
  );
}

/** When a webhook has something to send again; null for never. The webhook is locked. */
export async function findNextTime(
  tx: Executor,
  { webhook_id, paused_until }: Pick<WebhookRow, "webhook_id" | "paused_until">,
): Promise<Date | null> {
  const heads = await listHeads(tx, webhook_id);
  if (heads.length === 0) return null;
  const times = heads.map(({ next_at, sending_until }) =>
    Math.max(next_at.getTime(), sending_until?.getTime() ?? 0),
  );
  return new Date(Math.max(Math.min(...times), paused_until?.getTime() ?? 0));
}
