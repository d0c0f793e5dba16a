/** Decides which network addresses are public, and resolves host names to public addresses only. */
import { type LookupAddress, lookup as lookUp } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The requested address is not public, so users may not make this machine connect to it. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether `address` is public: global unicast, and not in a private network, on this machine, or in a range that embeds
 * other addresses (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST);
}

/** Which addresses that are not public may be connected to: all (true), none (false), or those of the operator's networks. */
export type PrivateAccess = boolean | BlockList;

/** Parses comma-separated addresses and networks in CIDR notation (RFC 4632 §3.1); null if one is neither. */
export function parseNetworks(text: string): BlockList | null {
  const networks = new BlockList();
  for (const part of text.split(",").map((one) => one.trim())) {
    const [address = "", bits] = part.split("/");
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    if (family === 0 || address.includes("%") || !/^[^/]+(\/\d{1,3})?$/.test(part)) return null;
    if (Number(bits ?? most) > most) return null;
    networks.addSubnet(address, Number(bits ?? most), family === 4 ? "ipv4" : "ipv6");
  }
  return networks;
}

/** Whether users may make this machine connect to `address`. */
function isAllowedAddress(address: string, access: PrivateAccess): boolean {
  if (access === true || isPublicAddress(address)) return true;
  return access !== false && isWithinNetworks(address, access);
}

/** Whether `address`, in any notation, is in one of `networks`. */
export function isWithinNetworks(address: string, networks: BlockList): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return networks.check(parsed.toString(), parsed.kind());
}

/** Throws if `hostname` of a URL is an address that may not be connected to. */
export function refusePrivateHost(hostname: string, access: PrivateAccess = false): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0 && !isAllowedAddress(bare, access)) throw privateAddress(hostname);
}

/**
 * For `net.connect`: resolves to public addresses, and those of `access`, only. It runs when the connection is made and its result is used for
 * it, so a name that changes its address in between (DNS rebinding) gains nothing.
 */
export const lookUpAllowed =
  (access: PrivateAccess): LookupFunction =>
  (hostname, options, done) => {
    const found = (error: NodeJS.ErrnoException | null, all: LookupAddress[]) => {
      if (error !== null) return done(error, "");
      const open = all.filter(({ address }) => isAllowedAddress(address, access));
      const [first] = open;
      if (first === undefined) return done(privateAddress(hostname), "");
      if (options.all === true) done(null, open);
      else done(null, first.address, first.family);
    };
    lookUp(hostname, { ...options, all: true }, found);
  };

const privateAddress = (hostname: string) =>
  new PrivateAddressError(`${hostname} is a private address; only public addresses are fetched`);
