/** The rules of counting that need no look anywhere (delivery §2); pure. */
import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { ListenerSecret, Listening } from "./schema.ts";

const KEY_BYTES = 16;

/** An address as people are told apart by it: all of IPv4, the first 64 bits of IPv6. */
export function networkPart(address: string): Buffer {
  if (!ipaddr.isValid(address)) return Buffer.from(address);
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return Buffer.from(parsed.kind() === "ipv4" ? bytes : bytes.slice(0, 8));
}

/** The secret that is in force at a moment: of those begun by then the latest, else the first. */
export function secretAt(secrets: readonly ListenerSecret[], at: Date): ListenerSecret {
  const [first] = secrets;
  if (first === undefined) throw new Error("there is no secret to hash addresses under");
  return secrets.reduce(
    (best, next) => (next.valid_from <= at && next.valid_from >= best.valid_from ? next : best),
    first,
  );
}

/** The key of a listener: 16 bytes of HMAC-SHA-256 under the secret of the time. */
export const listenerOf = (
  secrets: readonly ListenerSecret[],
  { address, user_agent }: Listening,
  at: Date,
): Buffer => keyUnder(secretAt(secrets, at), networkPart(address), user_agent);

/** The key of an address (or IPv6 network) alone, for rule 6. */
export const addressKeyOf = (
  secrets: readonly ListenerSecret[],
  address: string,
  at: Date,
): Buffer => keyUnder(secretAt(secrets, at), networkPart(address), null).subarray(0, 8);

export function keyUnder(
  { secret }: ListenerSecret,
  network: Buffer,
  user_agent: string | null,
): Buffer {
  const hmac = createHmac("sha256", secret).update(Buffer.of(network.length)).update(network);
  if (user_agent !== null) hmac.update("\n").update(user_agent);
  return hmac.digest().subarray(0, KEY_BYTES);
}
