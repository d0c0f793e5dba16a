/** Tests that amounts are read and written exactly. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDecimal, parseDecimal } from "./money.ts";

const places = fc.integer({ min: 0, max: 8 });

test("amounts of any size read back as they were written", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n - 1n), places, (units, kept) => {
      expect(parseDecimal(formatDecimal(units, kept), kept)).toBe(units);
    }),
  );
});

test("additional zeros do not change an amount", () => {
  const digits = fc.stringMatching(/^\d{0,8}$/);
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,12}$/), digits, digits, (whole, fraction, zeros) => {
      const text = `${whole}.${fraction}0${zeros.replace(/\d/g, "0")}`;
      // Computed differently: integer part and fraction separately.
      const wanted = BigInt(whole) * 10n ** 8n + BigInt(fraction.padEnd(8, "0"));
      expect(parseDecimal(text, 8)).toBe(wanted);
      expect(formatDecimal(wanted, 8).split(".")).toEqual([
        whole.replace(/^0+(?=\d)/, ""),
        fraction.padEnd(8, "0"),
      ]);
    }),
  );
});

test("too many decimal places are refused, never rounded", () => {
  fc.assert(
    fc.property(fc.nat(), places, fc.integer({ min: 1, max: 9 }), (whole, kept, last) => {
      expect(parseDecimal(`${whole}.${"0".repeat(kept)}${last}`, kept)).toBeNull();
    }),
  );
});

test.each(["", "-1", "+1", "1e3", "1,5", "1.", ".5", "0x10", "١٢", "NaN", "1 000", "9".repeat(19)])(
  "%j is not an amount",
  (text) => expect(parseDecimal(text, 5)).toBeNull(),
);

test("negative amounts can be written", () => {
  expect([formatDecimal(-5n, 8), formatDecimal(-123n, 2), formatDecimal(7n, 0)]).toEqual([
    "-0.00000005",
    "-1.23",
    "7",
  ]);
});
