/** The rules of counting that need no lists or stored data (delivery §2); pure. */
import ipaddr from "ipaddr.js";
import type { KeyedHash } from "./listeners/hmac.ts";
import { quadOf } from "./networks/quad.ts";
import type { ListenerSecret, Listening } from "./schema.ts";

/** The part of an address that distinguishes listeners: all of IPv4, the first 64 bits of IPv6. */
export function networkPart(address: string): Buffer {
  const quad = quadOf(address);
  if (quad !== null) return Buffer.from(quad);
  if (!ipaddr.isValid(address)) return Buffer.from(address);
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return Buffer.from(parsed.kind() === "ipv4" ? bytes : bytes.slice(0, 8));
}

/** The network around an address, by which reservations are bounded: an IPv4 /24, an IPv6 /48. */
function networkAround(address: string): Buffer {
  const part = networkPart(address);
  return part.length === IPV4_BYTES ? part.subarray(0, 3) : part.subarray(0, 6);
}

const IPV4_BYTES = 4;

/** The secret in force at a moment: the latest one begun by then, else the first. */
export function secretAt(secrets: readonly ListenerSecret[], at: Date): ListenerSecret {
  const [first] = secrets;
  if (first === undefined) throw new Error("there is no secret to hash addresses under");
  return secrets.reduce(
    (best, next) => (next.valid_from <= at && next.valid_from >= best.valid_from ? next : best),
    first,
  );
}

/** The key of a listener, as hex: 16 bytes of HMAC-SHA-256 under the given secret. */
export const hexKeyUnder = (secret: KeyedHash, network: Buffer, user_agent: string): string =>
  secret(network, `\n${user_agent}`).slice(0, 32);

/** The key of an address (or IPv6 network) alone, as hex: 8 bytes. For rule 6. */
export const addressKeyUnder = (secret: KeyedHash, network: Buffer): string =>
  secret(network, "").slice(0, 16);

/** Keyed hashes of an address and of the network around it, 8 bytes each. */
export function originUnder(secret: KeyedHash, address: string) {
  const network = secret(networkAround(address), "network").slice(0, 16);
  return {
    address: Buffer.from(addressKeyUnder(secret, networkPart(address)), "hex"),
    network: Buffer.from(network, "hex"),
  };
}

/** The key of a listener: 16 bytes. */
export const listenerOf = (
  secrets: readonly ListenerSecret[],
  { address, user_agent }: Listening,
  at: Date,
): Buffer =>
  Buffer.from(hexKeyUnder(secretAt(secrets, at).secret, networkPart(address), user_agent), "hex");
