/** Where a request came from, for what never reaches the router: as Fastify's `request.ip` has it. */
import type http from "node:http";
import ipaddr from "ipaddr.js";

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Of a request while its connection stands; "" when that is gone. */
export type AddressOf = (request: http.IncomingMessage) => string;

/**
 * `trustProxy`: whose `X-Forwarded-For` is believed; nobody's, everybody's, or a comma list of
 * addresses, networks and `loopback`.
 */
export function addressReader(trustProxy: boolean | string): AddressOf {
  if (trustProxy === false) return peerOf;
  const networks = typeof trustProxy === "string" ? networksOf(trustProxy) : null;
  const isTrusted = (address: string) => networks === null || isWithin(address, networks);
  return (request) => {
    const told = request.headers["x-forwarded-for"];
    if (told === undefined) return peerOf(request);
    // The nearest proxy wrote last: back from here to the first that nobody vouches for.
    let address = peerOf(request);
    for (const next of String(told).split(",").reverse()) {
      if (!isTrusted(address)) break;
      address = next.trim() || address;
    }
    return address;
  };
}

/** Whether `address` is a trusted proxy; `hop` is 0 for the peer, 1 for who is before it, and so on. */
export type Trust = (address: string, hop: number) => boolean;

/** Whom `trustProxy` trusts. */
export function trustOf(trustProxy: boolean | string): Trust {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  const networks = networksOf(trustProxy);
  return (address) => isWithin(address, networks);
}

const peerOf: AddressOf = ({ socket }) => socket.remoteAddress ?? "";

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
