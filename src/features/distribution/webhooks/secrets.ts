/**
 * Secrets and signatures by Standard Webhooks 1.0 (https://www.standardwebhooks.com). A webhook's secret is derived from
 * a secret of the server and never stored, so that nobody finds it in a copy of the table.
 */
import { createHmac } from "node:crypto";

const hmac = (secret: Uint8Array, content: string): Buffer =>
  createHmac("sha256", secret).update(content).digest();

/** The 32 bytes that sign for a webhook, from the secret of the server and the webhook's nonce. */
export const deriveSecret = (server: Uint8Array, webhook_id: number, nonce: Buffer): Buffer =>
  hmac(server, `${webhook_id}.${nonce.toString("hex")}`);

/** A secret as its owner gets it. */
export const secretText = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString("base64")}`;

/** What `sign` covers: the id of the message, its time in seconds since 1970, and the body as it is sent. */
export type Signed = Readonly<{ id: string; timestamp: number; body: string }>;

/** The value of `webhook-signature`: a signature for each secret, so that receivers may know either. */
export const sign = (secrets: readonly Uint8Array[], { id, timestamp, body }: Signed): string =>
  secrets
    .map((secret) => `v1,${hmac(secret, `${id}.${timestamp}.${body}`).toString("base64")}`)
    .join(" ");
