/** Writes webhooks: checks rights and bounds, then runs one transaction. */
import { randomBytes } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { ensureServerSecret } from "../../../platform/db/serversecrets.ts";
import { conflict, notFound, overLimit } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { requireAllowedUrl } from "../../../platform/net/allowedurl.ts";
import { missing, requireFound } from "../../../platform/rights.ts";
import { newestSequence } from "../events/store.ts";
import { giveUpWaiting } from "./deliveries/store.ts";
import { OVERLAP_MS, WEBHOOKS_OF_USER } from "./rules.ts";
import type { NewWebhook, WebhookChanges } from "./schema.ts";
import { deriveSecret, publicKeyText, secretText } from "./secrets.ts";
import {
  countAndLock,
  findWebhook,
  insertWebhook,
  lockWebhook,
  removeWebhook,
  updateWebhook,
  type WebhookRow,
} from "./store.ts";

type Owner = Pick<Caller, "user_id">;

/** The webhook, if it is the caller's; for all others there is none. */
export const readWebhook = async (
  { db }: Pick<Deps, "db">,
  { user_id }: Owner,
  webhook_id: number,
): Promise<WebhookRow> =>
  requireFound(await findWebhook(db, user_id, webhook_id), missing("webhook"));

/** Creates a webhook for events from now on. Fails with 400 on `url`, and with 409 for a user who has too many. */
export async function createWebhook(
  deps: Pick<Deps, "db" | "config">,
  { user_id }: Owner,
  { signature, ...values }: NewWebhook,
): Promise<WebhookRow> {
  requireAllowedUrl("url", values.url, deps.config.outboundPrivate);
  return deps.db.transaction().execute(async (tx) => {
    if ((await countAndLock(tx, user_id)) >= WEBHOOKS_OF_USER.value)
      throw overLimit(
        WEBHOOKS_OF_USER,
        "conflict",
        "too-many-webhooks",
        `You have ${WEBHOOKS_OF_USER.value} webhooks, which is the most. Delete one first.`,
      );
    const after_sequence = await newestSequence(tx);
    const is_asymmetric = signature === "v1a";
    const nonce = newNonce();
    return insertWebhook(tx, { ...values, user_id, is_asymmetric, nonce, after_sequence });
  });
}

const newNonce = (): Buffer => randomBytes(16);

/** Runs `write` on the caller's locked webhook, if it is still at the revision that they have read. */
export async function onOwnWebhook<T>(
  db: Deps["db"],
  { user_id }: Owner,
  webhook_id: number,
  ifMatch: IfMatch,
  write: (tx: Executor, present: WebhookRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const present = await lockWebhook(tx, user_id, webhook_id);
    if (present === undefined) throw notFound("webhook");
    requireRevision(ifMatch, present.revision);
    return write(tx, present);
  });
}

/**
 * Changes a webhook. One that is disabled gives up what waits; one that is enabled again starts with the events from now
 * on. Fails with 400 on `url`.
 */
export async function changeWebhook(
  deps: Pick<Deps, "db" | "config">,
  owner: Owner,
  webhook_id: number,
  { status, ...changes }: WebhookChanges,
  ifMatch: IfMatch,
): Promise<WebhookRow> {
  if (changes.url !== undefined) requireAllowedUrl("url", changes.url, deps.config.outboundPrivate);
  return onOwnWebhook(deps.db, owner, webhook_id, ifMatch, async (tx, present) => {
    const isSwitched = status !== undefined && status !== present.status;
    if (isSwitched && status === "DISABLED") await giveUpWaiting(tx, webhook_id);
    const switched = isSwitched ? await switchTo(tx, status) : {};
    // Another address has not failed yet.
    const fresh = isSwitched || (changes.url ?? present.url) !== present.url ? UNTROUBLED : {};
    return updateWebhook(tx, webhook_id, { ...changes, ...fresh, ...switched });
  });
}

const UNTROUBLED = { failing_since: null, failed_at: null, paused_until: null };

const switchTo = async (tx: Executor, status: "ENABLED" | "DISABLED") =>
  status === "ENABLED"
    ? { status, reason: null, after_sequence: await newestSequence(tx) }
    : { status, reason: "OWNER" as const };

export const deleteWebhook = (
  { db }: Pick<Deps, "db">,
  owner: Owner,
  webhook_id: number,
  ifMatch: IfMatch,
): Promise<void> =>
  onOwnWebhook(db, owner, webhook_id, ifMatch, (tx) => removeWebhook(tx, webhook_id));

/** Replaces the secret or key; the previous one signs, too, for another day. One that was replaced before ends at once. */
export const rotateSecret = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  owner: Owner,
  webhook_id: number,
): Promise<WebhookRow> =>
  onOwnWebhook(db, owner, webhook_id, null, (tx, present) =>
    updateWebhook(tx, webhook_id, {
      nonce: newNonce(),
      previous_nonce: present.nonce,
      previous_until: new Date(clock().getTime() + OVERLAP_MS),
    }),
  );

/** The secret of a webhook as text. Fails with 409 for one that signs with a private key. */
export async function readSecret({ db }: Pick<Deps, "db">, webhook: WebhookRow): Promise<string> {
  if (webhook.is_asymmetric)
    throw conflict(
      "webhook-without-secret",
      "The webhook signs with a private key, which nobody gets. Verify with its `public_key`.",
    );
  return secretText(deriveSecret(await ensureServerSecret(db, "webhooks"), webhook));
}

/** The public key of a webhook as text; null for one that signs with a secret. */
export async function readPublicKey(
  { db }: Pick<Deps, "db">,
  webhook: WebhookRow,
): Promise<string | null> {
  if (!webhook.is_asymmetric) return null;
  return publicKeyText(deriveSecret(await ensureServerSecret(db, "webhooks"), webhook));
}
