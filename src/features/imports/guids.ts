/** Who a show and an episode are, across imports. */

import { createHash } from "node:crypto";
import { withoutTrailing } from "../../platform/text/plain.ts";

/** The namespace of podcast GUIDs (Podcasting 2.0, `podcast:guid`). */
const NAMESPACE = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");

/** UUID version 5 (RFC 9562 §5.5) of `name` among podcasts. */
export function uuidOf(name: string): string {
  const hash = createHash("sha1").update(NAMESPACE).update(name, "utf8").digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the feed calls itself when that is a UUID; else what its address makes it (same source). */
export function showGuid(named: string | undefined, address: string): string {
  const own = named?.trim() ?? "";
  return UUID.test(own) ? own.toLowerCase() : uuidOf(bareAddress(address));
}

/** A feed's address without what may change about it: scheme and trailing slashes. */
const bareAddress = (address: string): string =>
  withoutTrailing(address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""), "/");

/** For the later of two items that share a GUID and not their enclosure. */
export const derivedGuid = (guid: string, enclosure: string): string =>
  uuidOf(`${guid}\n${enclosure}`);

/** The longest GUID kept as it is; the index over them takes no more than 2,700 bytes. */
const MAX_GUID = 600;

/** What an item goes by: its GUID, else its enclosure. Bytes beyond reason become a UUID of them. */
export function itemGuid(named: string, enclosure: string): string {
  const guid = named === "" ? enclosure : named;
  return guid.length > MAX_GUID ? uuidOf(guid) : guid;
}
