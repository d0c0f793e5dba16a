/** A fast parser for the usual form of IPv6 addresses. */

const HEXTETS = 8;

/** The 16 octets of `2001:db8::1`; null for an address with an IPv4 part or a zone, and for invalid addresses. */
export function hextetsOf(address: string): number[] | null {
  const [left = [], right, more] = address
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":")));
  const missing = HEXTETS - left.length - (right?.length ?? 0);
  const isComplete = right === undefined ? missing === 0 : missing > 0;
  if (!isComplete || more !== undefined) return null;
  const zeros = new Array<string>(missing).fill("0");
  const octets: number[] = [];
  for (const hextet of [...left, ...zeros, ...(right ?? [])]) {
    if (!/^[\da-f]{1,4}$/i.test(hextet)) return null;
    const value = Number.parseInt(hextet, 16);
    octets.push(value >> 8, value & 0xff);
  }
  return octets;
}
