/**
 * Signs and reads tickets, the part of an audio's address that ties a request at an edge to the redirect of this server
 * (docs/decisions/edges.md); pure.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  timingSafeEqual,
} from "node:crypto";
import { isIPv4 } from "node:net";

const DAY_MS = 86_400_000;
const TAG_BYTES = 12;
const AGENT_BYTES = 2;
const LISTENER_BYTES = 16;
const ALL_BYTES = 1 + TAG_BYTES + AGENT_BYTES + LISTENER_BYTES;
/** Days, modulo 128, and the family of the address share the first byte, which is not encrypted. */
const DAYS = 128;
const CIPHER = "aes-128-ctr";

/** Who was redirected. `listener`: the key that counting gives them, 16 bytes. */
export type Redirected = Readonly<{ listener: Buffer; address: string; user_agent: string }>;

/** Whom a ticket names: the listener's key in hex, and their user agent's hash. */
type Named = Readonly<{ listener: string; agent: Buffer }>;

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** 1 for IPv6, 0 for IPv4 in any notation. */
const familyBit = (address: string): 0 | 1 =>
  isIPv4(address.replace(/^::ffff:(?=\d{1,3}\.)/i, "")) ? 0 : 1;

const agentHash = (user_agent: string): Buffer =>
  createHash("sha256").update(user_agent).digest().subarray(0, AGENT_BYTES);

const keyOf = (secret: Buffer, use: "sign" | "hide", day: number): Buffer =>
  createHmac("sha256", secret).update(`${use} ${day}`).digest();

function tagOf(secret: Buffer, day: number, digest: string, first: number, plain: Buffer): Buffer {
  const mac = createHmac("sha256", keyOf(secret, "sign", day)).update(digest);
  return mac.update(Buffer.of(first)).update(plain).digest().subarray(0, TAG_BYTES);
}

/** The tag is the nonce, as in SIV (RFC 5297): the same text only ever meets the same nonce. */
const cipherOf = (secret: Buffer, day: number, tag: Buffer) =>
  [CIPHER, keyOf(secret, "hide", day).subarray(0, 16), Buffer.concat([tag], 16)] as const;

/** The ticket of a redirect at `at` (ms since 1970) to the rendition `digest` (hex): 42 characters of base64url. */
export function signTicket(secret: Buffer, digest: string, who: Redirected, at: number): string {
  const day = dayOf(at);
  const first = (day % DAYS) * 2 + familyBit(who.address);
  const plain = Buffer.concat([agentHash(who.user_agent), who.listener]);
  const tag = tagOf(secret, day, digest, first, plain);
  const hidden = createCipheriv(...cipherOf(secret, day, tag)).update(plain);
  return Buffer.concat([Buffer.of(first), tag, hidden]).toString("base64url");
}

/**
 * Whom a ticket names; null if it was not signed with `secret` for this rendition, or neither on the UTC day of `at`
 * nor on the one before.
 */
export function readTicket(
  secret: Buffer,
  digest: string,
  ticket: string,
  at: number,
): Named | null {
  const all = Buffer.from(ticket, "base64url");
  const [first = 0] = all;
  const today = dayOf(at);
  const day = [today, today - 1].find((one) => one % DAYS === first >> 1);
  // Characters that are not base64url are skipped in decoding: the text must be the only one for its bytes.
  if (all.length !== ALL_BYTES || day === undefined) return null;
  if (all.toString("base64url") !== ticket) return null;
  const tag = all.subarray(1, 1 + TAG_BYTES);
  const plain = createDecipheriv(...cipherOf(secret, day, tag)).update(all.subarray(1 + TAG_BYTES));
  if (!timingSafeEqual(tag, tagOf(secret, day, digest, first, plain))) return null;
  return {
    agent: plain.subarray(0, AGENT_BYTES),
    listener: plain.toString("hex", AGENT_BYTES),
  };
}

/** Whether a ticket was made for an address of the other kind (IPv4, IPv6); only then it can change who is counted. */
export function isOtherFamily(ticket: string, address: string): boolean {
  const [first] = Buffer.from(ticket.slice(0, 2), "base64url");
  return first !== undefined && (first & 1) !== familyBit(address);
}

/** Whether a ticket was made for a program with this user agent. */
export const isOfAgent = ({ agent }: Named, user_agent: string): boolean =>
  agent.equals(agentHash(user_agent));
