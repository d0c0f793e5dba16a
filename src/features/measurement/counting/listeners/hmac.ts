/**
 * HMAC-SHA-256 of the few bytes that identify a listener. Every record needs two, and the objects of `createHmac` would
 * cost more than the rest of recording.
 */
import { hash, type KeyObject } from "node:crypto";

/** RFC 2104: the block size of SHA-256, and the bytes XORed with the key. */
const BLOCK = 64;
const INNER = 0x36;
const OUTER = 0x5c;
const DIGEST = 32;
/** Bytes reserved after the block; a longer message gets its own buffer. */
const ROOM = 2048;

type Pads = Readonly<{ inner: Buffer; outer: Buffer }>;
const padsBySecret = new WeakMap<KeyObject, Pads>();

function padsOf(secret: KeyObject): Pads {
  const known = padsBySecret.get(secret);
  if (known !== undefined) return known;
  const key = secret.export();
  if (key.length > BLOCK) throw new RangeError(`a secret has at most ${BLOCK} bytes`);
  const pad = (byte: number, room: number) => {
    const bytes = Buffer.alloc(BLOCK + room);
    for (let at = 0; at < BLOCK; at += 1) bytes[at] = (key[at] ?? 0) ^ byte;
    return bytes;
  };
  const pads = { inner: pad(INNER, ROOM), outer: pad(OUTER, DIGEST) };
  padsBySecret.set(secret, pads);
  return pads;
}

/** Hex of the HMAC of: the length of `network` in one byte, `network`, `text` in UTF-8. */
export function hmacOf(secret: KeyObject, network: Uint8Array, text: string): string {
  const { inner, outer } = padsOf(secret);
  const most = BLOCK + 1 + network.length + text.length * 3;
  const message = most <= inner.length ? inner : Buffer.concat([inner], most);
  message[BLOCK] = network.length;
  message.set(network, BLOCK + 1);
  const begin = BLOCK + 1 + network.length;
  const end = begin + message.write(text, begin);
  outer.write(hash("sha256", message.subarray(0, end), "hex"), BLOCK, "hex");
  return hash("sha256", outer, "hex");
}
