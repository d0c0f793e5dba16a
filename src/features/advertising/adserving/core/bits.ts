/**
 * Sets of small integers as bit arrays, of which the catalog's index is made. Listing 50 of 10,000 members in order takes
 * 0.4 µs, from a `Set` 0.9 µs (`npm run bench -- tricks bits`).
 */

export type Bits = Uint32Array;

export const makeBits = (size: number): Bits => new Uint32Array(Math.ceil(size / 32));

export const setBit = (bits: Bits, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};

export const hasBit = (bits: Bits, at: number): boolean =>
  ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;

export function keepCommon(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0);
}

export function addAll(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0);
}

export function removeAll(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & ~(other[at] ?? 0);
}

/** Whether the set has a member below `size`. */
export function hasAny(bits: Bits, size: number): boolean {
  const last = size >>> 5;
  for (let at = 0; at < last; at += 1) if (bits[at] !== 0) return true;
  return ((bits[last] ?? 0) & ((1 << (size & 31)) - 1)) !== 0;
}

/** The members in [from, to), ascending. */
export function membersOf(bits: Bits, from: number, to: number): number[] {
  const members: number[] = [];
  for (let word = from >>> 5; word << 5 < to; word += 1) {
    let rest = bits[word] ?? 0;
    while (rest !== 0) {
      const member = (word << 5) + (31 - Math.clz32(rest & -rest));
      if (member >= from && member < to) members.push(member);
      rest &= rest - 1;
    }
  }
  return members;
}
