/**
 * Secrets, keys and signatures by Standard Webhooks 1.0 (https://www.standardwebhooks.com). What signs for a webhook is
 * derived from a secret of the server and never stored, so that nobody finds it in a copy of the table.
 */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

/** `v1`: HMAC-SHA256 with a secret; `v1a`: ed25519 with a private key. */
export type Signature = "v1" | "v1a";

const hmac = (secret: Uint8Array, content: string): Buffer =>
  createHmac("sha256", secret).update(content).digest();

type Keyed = Readonly<{ webhook_id: number; is_asymmetric: boolean; nonce: Buffer }>;

export const signatureOf = ({ is_asymmetric }: Pick<Keyed, "is_asymmetric">): Signature =>
  is_asymmetric ? "v1a" : "v1";

/** The 32 bytes that sign for a webhook, from the secret of the server: the secret, or the private key. */
export const deriveSecret = (
  server: Uint8Array,
  { webhook_id, is_asymmetric, nonce }: Keyed,
): Buffer =>
  // A key is never shown, so no secret that is shown may equal it.
  hmac(server, `${is_asymmetric ? "v1a." : ""}${webhook_id}.${nonce.toString("hex")}`);

/** A secret as its owner gets it. */
export const secretText = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString("base64")}`;

/** What comes before the 32 bytes of a private key in its DER form (RFC 8410 §7). */
const PRIVATE_KEY = Buffer.from("302e020100300506032b657004220420", "hex");

const privateKeyOf = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_KEY, bytes]), format: "der", type: "pkcs8" });

/** The public key of a private one, as everybody may get it. */
export function publicKeyText(bytes: Uint8Array): string {
  const { x = "" } = createPublicKey(privateKeyOf(bytes)).export({ format: "jwk" });
  return `whpk_${Buffer.from(x, "base64url").toString("base64")}`;
}

/** What `signaturesOf` covers: the id of the message, its time in seconds since 1970, and the body as it is sent. */
export type Signed = Readonly<{ id: string; timestamp: number; body: string }>;

/** The value of `webhook-signature`: one by each of `secrets`, so that receivers may know either. */
export function signaturesOf(
  signature: Signature,
  secrets: readonly Uint8Array[],
  { id, timestamp, body }: Signed,
): string {
  const content = `${id}.${timestamp}.${body}`;
  const signed = (secret: Uint8Array): Buffer =>
    signature === "v1"
      ? hmac(secret, content)
      : sign(null, Buffer.from(content), privateKeyOf(secret));
  return secrets.map((secret) => `${signature},${signed(secret).toString("base64")}`).join(" ");
}
