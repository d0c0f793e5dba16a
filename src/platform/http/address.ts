/** Determines a request's client address and which proxies are trusted, for the fast path and the router alike. */
import type http from "node:http";
import net from "node:net";
import rateLimit from "@fastify/rate-limit";
import ipaddr from "ipaddr.js";

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Whose `X-Forwarded-*` is trusted: nobody's (false), everybody's (true), that of a number of proxies in front of each
 * other, or that of a comma-separated list of addresses, networks and `loopback`.
 */
export type TrustProxy = boolean | number | string;

/** Whether `address` is a trusted proxy; `hop` is 0 for the peer, 1 for the one before it, and so on. */
export type Trust = (address: string, hop: number) => boolean;

/** Client address of a request while its connection is open; "" afterwards. */
export type AddressOf = (request: http.IncomingMessage) => string;

/** The maximum number of proxies in `TRUST_PROXY` (contract §12). */
const MAX_HOPS = 9;
/** An IPv6 client usually has a whole /64, which counts as one address. */
const IPV6_SUBNET = 64;

/**
 * Parses `TRUST_PROXY`: `true`, `false`, a number of hops from 1 to 9, or a comma-separated list. Returns null for
 * everything else, including numbers that older software reads as addresses (`0x7f`, `10.1`).
 */
export function parseTrustProxy(text: string): TrustProxy | null {
  const value = text.trim();
  if (value === "true" || value === "false") return value === "true";
  if (/^[1-9]$/.test(value) && Number(value) <= MAX_HOPS) return Number(value);
  return value.split(",").every((part) => isProxy(part.trim())) ? value : null;
}

/** `loopback`, an address, or a network in CIDR notation (RFC 4632 §3.1). */
function isProxy(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (text === "loopback") return true;
  if (address.includes("%") || rest.length > 0) return false;
  const family = net.isIP(address);
  if (family === 0 || bits === undefined) return family !== 0;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** The trust function for Fastify and `addressReader`; throws for a list that `parseTrustProxy` refuses. */
export function trustOf(trustProxy: TrustProxy): Trust {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  if (typeof trustProxy === "number") return (_address, hop) => hop < trustProxy;
  const networks = networksOf(trustProxy);
  return (address) => isWithin(address, networks);
}

/** Reads the client's address as Fastify's `request.ip` does. */
export function addressReader(trustProxy: TrustProxy): AddressOf {
  if (trustProxy === false) return peerOf;
  const trust = trustOf(trustProxy);
  return (request) => {
    const forwarded = request.headers["x-forwarded-for"];
    let address = peerOf(request);
    if (forwarded === undefined) return address;
    const names = String(forwarded).split(",");
    const before = names.map((name) => name.trim()).filter((name) => name !== "");
    // The nearest proxy appended last: go back to the first address that no trusted proxy reported.
    for (const [hop, next] of before.reverse().entries()) {
      if (!trust(address, hop)) break;
      address = next;
    }
    return address;
  };
}

/** The address at the other end of the connection. */
export const peerOf: AddressOf = ({ socket }) => socket.remoteAddress ?? "";

/** The key of one caller for limits per address: an IPv4 address, or an IPv6 /64. */
export const callerNetwork = (address: string): string =>
  rateLimit.normalizeIP(address, IPV6_SUBNET);

const networksOf = (list: string): Network[] =>
  list.split(",").flatMap((part) => {
    const name = part.trim();
    if (name === "loopback") return [ipaddr.parseCIDR("127.0.0.0/8"), ipaddr.parseCIDR("::1/128")];
    if (name.includes("/")) return [ipaddr.parseCIDR(name)];
    const address = ipaddr.process(name);
    return [[address, address.kind() === "ipv4" ? 32 : 128] as Network];
  });

function isWithin(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
}
