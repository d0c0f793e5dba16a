/**
 * Parses the usual form of IPv4 addresses in 34 ns; ipaddr.js takes 200 ns, and `split` 170 ns without rejecting anything
 * (`npm run bench -- tricks quad`).
 */

const ZERO = 48;
const DOT = 46;

/** The four numbers of `1.2.3.4`; null for any other notation and for invalid addresses. */
export function quadOf(address: string): readonly [number, number, number, number] | null {
  const quad: [number, number, number, number] = [0, 0, 0, 0];
  let part = 0;
  let digits = 0;
  for (let at = 0; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0 || part === 3) return null;
      part += 1;
      digits = 0;
      continue;
    }
    const value = (quad[part] ?? 0) * 10 + code - ZERO;
    // Some programs read a leading zero as octal.
    const leading = digits > 0 && quad[part] === 0;
    if (code < ZERO || code > ZERO + 9 || value > 255 || leading) return null;
    quad[part] = value;
    digits += 1;
  }
  return part === 3 && digits > 0 ? quad : null;
}
