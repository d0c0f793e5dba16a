/** Tests that moments are read and written exactly, and that anything else is refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseWireTime, wireTime } from "./time.ts";

test("moments read back as they were written, to the second", () => {
  const moment = fc.date({
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, (date) => {
      const seconds = Math.floor(date.getTime() / 1000) * 1000;
      expect(parseWireTime(wireTime(date))?.getTime()).toBe(seconds);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test.each([
  "",
  "2024-02-30 00:00:00",
  "2023-02-29 00:00:00",
  "2024-01-01 24:00:00",
  "2024-01-01 00:60:00",
  "2024-13-01 00:00:00",
  "2024-01-01T00:00:00",
  "2024-01-01",
  "2024-01-01 00:00:00 ",
  "2024-01-01 00:00:00+01",
  "24-01-01 00:00:00",
])("“%s” is not a moment", (text) => {
  expect(parseWireTime(text)).toBeNull();
});
