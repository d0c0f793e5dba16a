/** Looks an address up in lists of networks by binary search. */
import ipaddr from "ipaddr.js";
import { hextetsOf } from "./hextets.ts";
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
  const all = networks.map(prefixOf);
  const v4 = merged(all.filter(isV4).map(v4Of));
  const v6 = merged(all.filter((prefix) => !isV4(prefix)).map(v6Of));
  return { v4, v6, length: (v4.length + v6.length) / 2 };
}

/** The octets of an address (4 or 16), and how many of its bits identify the network. */
type Prefix = Readonly<{ octets: readonly number[]; bits: number }>;

const isV4 = ({ octets }: Prefix): boolean => octets.length === 4;

function prefixOf(network: string): Prefix {
  const prefix = usualPrefixOf(network) ?? otherPrefixOf(network);
  const isMapped = !isV4(prefix) && prefix.bits >= MAPPED_BITS && isMappedV4(prefix.octets);
  return isMapped ? { octets: prefix.octets.slice(-4), bits: prefix.bits - MAPPED_BITS } : prefix;
}

/** Each start reads 11,000 networks, which takes ipaddr.js 0.1 s of processor time, and this half of it. */
function usualPrefixOf(network: string): Prefix | null {
  const [address = "", length, more] = network.split("/");
  const octets = quadOf(address) ?? hextetsOf(address);
  if (octets === null || more !== undefined) return null;
  const all = octets.length * 8;
  if (length === undefined) return { octets, bits: all };
  return /^\d{1,3}$/.test(length) && Number(length) <= all
    ? { octets, bits: Number(length) }
    : null;
}

function otherPrefixOf(network: string): Prefix {
  const [address, bits] = network.includes("/")
    ? ipaddr.parseCIDR(network)
    : ([ipaddr.parse(network), network.includes(":") ? 128 : 32] as const);
  return { octets: address.toByteArray(), bits };
}

const MAPPED_BITS = 96;

/** Whether the first 96 bits are those of ::ffff:0:0/96. */
const isMappedV4 = (octets: readonly number[]): boolean =>
  octets.slice(0, 12).every((octet, at) => octet === (at < 10 ? 0 : 0xff));

type Range<P> = readonly [first: P, last: P];

function v4Of({ octets, bits }: Prefix): Range<number> {
  const size = 2 ** (32 - bits);
  const first = Math.floor(numberOf(octets) / size) * size;
  return [first, first + size - 1];
}

function v6Of({ octets, bits }: Prefix): Range<string> {
  const host = (at: number) => 0xff >> Math.min(8, Math.max(0, bits - at * 8));
  return [
    hex(octets.map((octet, at) => octet & ~host(at) & 0xff)),
    hex(octets.map((octet, at) => octet | host(at))),
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
  return parsed.kind() === "ipv4" ? numberOf(parsed.toByteArray()) : hex(parsed.toByteArray());
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
