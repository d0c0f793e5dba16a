/** Computes the GUIDs that identify shows and episodes across imports. */

import { createHash } from "node:crypto";
import { withoutTrailing } from "../../../platform/text/plain.ts";

/** The namespace of podcast GUIDs (Podcasting 2.0, `podcast:guid`). */
const NAMESPACE = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");

/** UUID version 5 (RFC 9562 §5.5) of `name` among podcasts. */
function uuidOf(name: string): string {
  const hash = createHash("sha1").update(NAMESPACE).update(name, "utf8").digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The feed's own GUID if it is a UUID; otherwise the UUID that its URL gives (same source). */
export function showGuid(named: string | undefined, address: string): string {
  const own = named?.trim() ?? "";
  return UUID.test(own) ? own.toLowerCase() : uuidOf(bareAddress(address));
}

/** A feed's URL without the parts that may change: scheme and trailing slashes. */
const bareAddress = (address: string): string =>
  withoutTrailing(address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""), "/");

/** For the later of two items that share a GUID but not their enclosure. */
export const derivedGuid = (guid: string, enclosure: string): string =>
  uuidOf(`${guid}\n${enclosure}`);

/** The longest GUID stored unchanged; the index over GUIDs allows at most 2,700 bytes per entry. */
const MAX_GUID = 600;

/** The GUID of an item, or its enclosure URL if it has none. Longer values are replaced by a UUID derived from them. */
export function itemGuid(named: string, enclosure: string): string {
  const guid = named === "" ? enclosure : named;
  return guid.length > MAX_GUID ? uuidOf(guid) : guid;
}
