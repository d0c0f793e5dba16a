/** Sends tests, and sends again what was sent before or missed. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { conflict, notFound } from "../../../../platform/failure.ts";
import { TryLater } from "../../../../platform/gate.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { endOfRange } from "../../events/store.ts";
import { onOwnWebhook } from "../actions.ts";
import { TEST_TYPE } from "../deliveries/message.ts";
import { queueSending } from "../deliveries/queue.ts";
import { REPLAYED_AT_ONCE, TESTS_WAITING } from "../deliveries/rules.ts";
import { noteWebhook, type WebhookRow } from "../store.ts";
import type { ReplayRange } from "./schema.ts";
import {
  countTests,
  type DeliveryRow,
  findCursor,
  insertTest,
  replayEvents,
  resetDelivery,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;
type Owner = Pick<Caller, "user_id">;

/** Runs `write` on the caller's webhook and sends what it has made due. Fails with 409 for one that is disabled. */
const sendNow = <T>(
  { db, clock }: Needs,
  owner: Owner,
  webhook_id: number,
  write: (tx: Executor, webhook: WebhookRow, now: Date) => Promise<T>,
): Promise<T> =>
  onOwnWebhook(db, owner, webhook_id, null, async (tx, webhook) => {
    if (webhook.status === "DISABLED")
      throw conflict("webhook-disabled", "The webhook is disabled. Enable it first.");
    const now = clock();
    const made = await write(tx, webhook, now);
    // Whoever asks for it knows that the receiver works again.
    if (webhook.paused_until !== null) await noteWebhook(tx, webhook_id, { paused_until: null });
    await queueSending(tx, webhook, now);
    return made;
  });

/** Sends a test; the log says what became of it. Fails with 429 while several wait. */
export const sendTest = (deps: Needs, owner: Owner, webhook_id: number): Promise<DeliveryRow> =>
  sendNow(deps, owner, webhook_id, async (tx, _webhook, now) => {
    if ((await countTests(tx, webhook_id)) >= TESTS_WAITING.value)
      throw new TryLater("busy", "Several tests of this webhook wait.", 5, TESTS_WAITING);
    return insertTest(tx, webhook_id, TEST_TYPE, now);
  });

/** Sends a delivery again, or at once if it waits. Fails with 404 if the webhook has no such delivery. */
export const replayDelivery = (
  deps: Needs,
  owner: Owner,
  webhook_id: number,
  delivery_id: number,
): Promise<DeliveryRow> =>
  sendNow(deps, owner, webhook_id, async (tx, _webhook, now) => {
    const reset = await resetDelivery(tx, webhook_id, delivery_id, now);
    if (reset === undefined) throw notFound("delivery");
    return reset;
  });

/** Events that are looked at together, and how often in one request. */
const LOOK = 1000;
const LOOKS = 10;

/** Sends the events of a range again, and those that the webhook has missed. */
export const replayEventRange = (
  deps: Needs,
  owner: Owner,
  webhook_id: number,
  { from, to, failed_only: failedOnly }: ReplayRange,
): Promise<Readonly<{ replayed: number; next_from: number | null }>> =>
  sendNow(deps, owner, webhook_id, async (tx, webhook, now) => {
    // Later events are handed to it anyway.
    const end = Math.min(to ?? Number.MAX_SAFE_INTEGER, await findCursor(tx));
    let [after, replayed] = [from - 1, 0];
    for (let looks = 0; looks < LOOKS && after < end; looks += 1) {
      if (replayed >= REPLAYED_AT_ONCE.value) break;
      const range = await endOfRange(tx, after, LOOK);
      const last = range.isFull ? Math.min(range.last, end) : end;
      replayed += await replayEvents(tx, { webhook, after, last, failedOnly, now });
      after = last;
    }
    return { replayed, next_from: after < end ? after + 1 : null };
  });
