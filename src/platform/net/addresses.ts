/** Which network addresses belong to the public internet, and looking names up to those alone. */
import { type LookupAddress, lookup as lookUp } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The address asked for is not one that strangers may make this machine talk to. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether `address` is a public one: global unicast, of neither a private network, nor this
 * machine, nor a range that carries other addresses inside (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST);
}

/** Throws when `hostname` of a URL is an address, and not a public one. */
export function refusePrivateHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw privateAddress(hostname);
}

/**
 * For `net.connect`: resolves to public addresses alone. It runs when the connection is made and
 * its answer is what is connected to, so a name that changes its mind in between gains nothing.
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
  new PrivateAddressError(`${hostname} is a private address, which is not fetched from`);
