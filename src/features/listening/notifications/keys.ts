/** The keys by which push services recognise this server (RFC 8292). */
import { createECDH } from "node:crypto";
import type { Executor } from "../../../platform/db/database.ts";
import { ensureServerSecret } from "../../../platform/db/serversecrets.ts";

/** On P-256, base64url: the public one uncompressed. */
export type PushKeys = Readonly<{ publicKey: string; privateKey: string }>;

/** The same for all servers of a database; made with the first use. The secret itself is the private key. */
export async function pushKeys(db: Executor): Promise<PushKeys> {
  const privateKey = await ensureServerSecret(db, "push");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey("base64url", "uncompressed"),
    privateKey: privateKey.toString("base64url"),
  };
}
