/** Tests that addresses are found in lists of networks according to CIDR. */
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { contains, pointOf, rangesOf } from "./ranges.ts";

const v4 = fc.ipV4();
/** IPv6 addresses that contain IPv4 are tested below. */
const v6 = fc.ipV6().filter((address) => !ipaddr.IPv6.parse(address).isIPv4MappedAddress());
const network = fc.oneof(
  fc.tuple(v4, fc.integer({ min: 1, max: 32 })),
  fc.tuple(v6, fc.integer({ min: 1, max: 128 })),
);
const isIn = (address: string, list: readonly string[]) => {
  const point = pointOf(address);
  return point !== null && contains(rangesOf(list), point);
};

test("an address is in a list if and only if one of its networks contains it", () => {
  fc.assert(
    fc.property(fc.array(network, { maxLength: 8 }), fc.oneof(v4, v6), (networks, other) => {
      const list = networks.map(([address, bits]) => `${address}/${bits}`);
      // Also test the networks' own addresses, because few others are in any network.
      for (const address of [other, ...networks.map(([first]) => first)]) {
        const parsed = ipaddr.process(address);
        const wanted = list.some((cidr) => {
          const [base, bits] = ipaddr.parseCIDR(cidr);
          return base.kind() === parsed.kind() && parsed.match(base, bits);
        });
        expect(isIn(address, list), `${address} in ${list.join(" ")}`).toBe(wanted);
      }
    }),
  );
});

test("single addresses, neighbours, and IPv4 written as IPv6 are found", () => {
  const list = [
    "10.0.0.1",
    "192.0.2.0/25",
    "192.0.2.128/25",
    "2001:db8::1",
    "::ffff:198.51.100.0/120",
  ];
  const are = [
    "10.0.0.1",
    "192.0.2.0",
    "192.0.2.255",
    "2001:db8::1",
    "198.51.100.7",
    "::ffff:10.0.0.1",
  ];
  const areNot = ["10.0.0.2", "192.0.1.255", "192.0.3.0", "2001:db8::2", "198.51.101.0", "nowhere"];
  expect(are.filter((address) => !isIn(address, list))).toEqual([]);
  expect(areNot.filter((address) => isIn(address, list))).toEqual([]);
  expect(rangesOf(list).length).toBe(4 + 1);
});
