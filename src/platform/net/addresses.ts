/** Decides which network addresses are public, and resolves host names to public addresses only. */
import { type LookupAddress, lookup as lookUp } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
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

/** Throws if `hostname` of a URL is an address that is not public. */
export function refusePrivateHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw privateAddress(hostname);
}

/**
 * For `net.connect`: resolves to public addresses only. It runs when the connection is made and its result is used for
 * it, so a name that changes its address in between (DNS rebinding) gains nothing.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  const found = (error: NodeJS.ErrnoException | null, all: LookupAddress[]) => {
    if (error !== null) return done(error, "");
    const open = all.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (first === undefined) return done(privateAddress(hostname), "");
    if (options.all === true) done(null, open);
    else done(null, first.address, first.family);
  };
  lookUp(hostname, { ...options, all: true }, found);
};

const privateAddress = (hostname: string) =>
  new PrivateAddressError(`${hostname} is a private address; only public addresses are fetched`);
