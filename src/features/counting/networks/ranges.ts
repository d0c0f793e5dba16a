/** Looks an address up in lists of networks by binary search. */
import ipaddr from "ipaddr.js";
import { quadOf } from "./quad.ts";

/** First and last address of a network, as 32 hex digits each; IPv4 as mapped into IPv6. */
type Range = readonly [first: string, last: string];

/** Sorted, and none overlaps the next. */
export type Ranges = readonly Range[];

/** Reads networks (CIDR or single addresses). Throws when one is neither. */
export function rangesOf(networks: readonly string[]): Ranges {
  const sorted = networks.map(rangeOf).sort(([a], [b]) => (a < b ? -1 : 1));
  const merged: [string, string][] = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before === undefined || before[1] < first) merged.push([first, last]);
    else if (before[1] < last) before[1] = last;
  }
  return merged;
}

function rangeOf(network: string): Range {
  const [address, bits] = network.includes("/")
    ? ipaddr.parseCIDR(network)
    : ([ipaddr.parse(network), network.includes(":") ? 128 : 32] as const);
  const bytes = toBytes(address);
  const fixed = bits + (address.kind() === "ipv4" ? 96 : 0);
  const mask = (fill: number) =>
    bytes.map((byte, at) => {
      const host = 0xff >> Math.min(8, Math.max(0, fixed - at * 8));
      return fill === 0 ? byte & ~host & 0xff : byte | host;
    });
  return [hex(mask(0)), hex(mask(1))];
}

const toBytes = (address: ipaddr.IPv4 | ipaddr.IPv6): number[] =>
  address.kind() === "ipv4"
    ? [...new Array(10).fill(0), 0xff, 0xff, ...address.toByteArray()]
    : address.toByteArray();

const hex = (bytes: readonly number[]): string => Buffer.from(bytes).toString("hex");

/** An address as ranges spell it; null when it is none. */
export function pointOf(address: string): string | null {
  const quad = quadOf(address);
  if (quad !== null) return `${MAPPED}${quad.map(hexOf).join("")}`;
  return ipaddr.isValid(address) ? hex(toBytes(ipaddr.process(address))) : null;
}

const MAPPED = "00000000000000000000ffff";
const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

export function contains(ranges: Ranges, point: string): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[0] ?? "") <= point) low = middle + 1;
    else high = middle;
  }
  return point <= (ranges[low - 1]?.[1] ?? "");
}
