/** Looks an address up in lists of networks by binary search. */
import ipaddr from "ipaddr.js";
import { quadOf } from "./quad.ts";

/** IPv4 as a number, IPv6 as 32 hex digits: both sort in address order. */
export type Point = number | string;

/** Networks as sorted pairs of their first and last address, without overlaps. */
export type Ranges = Readonly<{
  v4: readonly number[];
  v6: readonly string[];
  /** How many networks there are. */
  length: number;
}>;

/** Parses networks (CIDR or single addresses). Throws if one is neither. */
export function rangesOf(networks: readonly string[]): Ranges {
  const all = networks.map(networkOf);
  const v4 = merged(
    all.flatMap(({ address, bits }) => (isV4(address) ? [v4Of(address, bits)] : [])),
  );
  const v6 = merged(
    all.flatMap(({ address, bits }) => (isV4(address) ? [] : [v6Of(address, bits)])),
  );
  return { v4, v6, length: (v4.length + v6.length) / 2 };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const isV4 = (address: Address): address is ipaddr.IPv4 => address.kind() === "ipv4";

function networkOf(network: string): { address: Address; bits: number } {
  const [address, bits] = network.includes("/")
    ? ipaddr.parseCIDR(network)
    : ([ipaddr.parse(network), network.includes(":") ? 128 : 32] as const);
  const isMapped = !isV4(address) && address.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped
    ? { address: address.toIPv4Address(), bits: bits - MAPPED_BITS }
    : { address, bits };
}

const MAPPED_BITS = 96;

type Range<P> = readonly [first: P, last: P];

function v4Of(address: ipaddr.IPv4, bits: number): Range<number> {
  const size = 2 ** (32 - bits);
  const first = Math.floor(numberOf(address.octets) / size) * size;
  return [first, first + size - 1];
}

function v6Of(address: ipaddr.IPv6, bits: number): Range<string> {
  const host = (at: number) => 0xff >> Math.min(8, Math.max(0, bits - at * 8));
  const bytes = address.toByteArray();
  return [
    hex(bytes.map((byte, at) => byte & ~host(at) & 0xff)),
    hex(bytes.map((byte, at) => byte | host(at))),
  ];
}

const numberOf = (octets: readonly number[]): number =>
  octets.reduce((number, octet) => number * 256 + octet, 0);

const hex = (bytes: readonly number[]): string => Buffer.from(bytes).toString("hex");

function merged<P extends Point>(ranges: readonly Range<P>[]): P[] {
  const edges: P[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = edges.at(-1);
    if (before === undefined || before < first) edges.push(first, last);
    else if (before < last) edges[edges.length - 1] = last;
  }
  return edges;
}

/** An address in the form used in ranges; null if it is invalid. */
export function pointOf(address: string): Point | null {
  const quad = quadOf(address);
  if (quad !== null) return numberOf(quad);
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return isV4(parsed) ? numberOf(parsed.octets) : hex(parsed.toByteArray());
}

export const contains = ({ v4, v6 }: Ranges, point: Point): boolean =>
  typeof point === "number" ? isAmong(v4, point) : isAmong(v6, point);

function isAmong<P extends Point>(edges: readonly P[], point: P): boolean {
  let low = 0;
  let high = edges.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // The casts are safe: `middle`, and finally `low - 1`, are valid indexes.
    if ((edges[middle * 2] as P) <= point) low = middle + 1;
    else high = middle;
  }
  return low > 0 && point <= (edges[low * 2 - 1] as P);
}
