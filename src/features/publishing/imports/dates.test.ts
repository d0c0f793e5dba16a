/** Parsing of dates and durations as feeds write them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration, parseFeedDate } from "./dates.ts";

const iso = (text: string) => parseFeedDate(text)?.at.toISOString().replace(".000Z", "Z") ?? null;

test.each([
  ["Thu, 28 Jan 2016 10:06:52 PST", "2016-01-28T18:06:52Z"],
  ["Thu, 28 Jul 2016 10:06:52 PDT", "2016-07-28T17:06:52Z"],
  ["27 Jul 2023 02:00:00 GMT", "2023-07-27T02:00:00Z"],
  ["Sat, 09 Apr 2026 17:51:21 EST", "2026-04-09T22:51:21Z"],
  ["Fri,  7 Apr 2006 09:00:00 -0700 ", "2006-04-07T16:00:00Z"],
  ["Fri, 7 April 06 09:00 +0530", "2006-04-07T03:30:00Z"],
  ["Mon, 3 Sept 2012 24:00:00 UT", "2012-09-04T00:00:00Z"],
  ["Sunday, 05-Nov-1995 08:49:37 Z (Zulu)", "1995-11-05T08:49:37Z"],
  ["Tue, 1 Feb 2022", "2022-02-01T00:00:00Z"],
  ["Tue, 1 Feb 2022 12:00:00 GMT+2", "2022-02-01T10:00:00Z"],
  ["2021-03-04T05:06:07.890+01:00", "2021-03-04T04:06:07Z"],
  ["2021-03-04 05:06", "2021-03-04T05:06:00Z"],
  ["2021-03-04", "2021-03-04T00:00:00Z"],
  ["Wed, 30 Feb 2022 12:00:00 GMT", null],
  ["Wed, 3 Feb 2022 25:00:00 GMT", null],
  ["Mon, 01 Jan 0001 00:00:00 +0000", null],
  ["Someday", null],
  ["", null],
])("%s is %s", (text, expected) => {
  expect(iso(text)).toBe(expected);
});

test("an unknown time zone is read as UTC and marked as guessed", () => {
  for (const zone of ["-4400", "XYZ", "+0a"])
    expect(parseFeedDate(`Sun, 14 Jan 2018 21:38:44 ${zone}`)).toEqual({
      at: new Date("2018-01-14T21:38:44Z"),
      guessed: true,
    });
});

const two = (number: number) => String(Math.abs(number)).padStart(2, "0");

test("every time is parsed correctly, in whatever zone it is written", () => {
  const moments = fc.date({
    min: new Date("1900-01-02T00:00:00Z"),
    max: new Date("2200-12-30T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, minutes) => {
      const at = new Date(Math.floor(moment.getTime() / 1000) * 1000);
      const local = new Date(at.getTime() + minutes * 60_000);
      const zone = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(minutes / 60))}${two(minutes % 60)}`;
      const written = [
        local.toUTCString().replace("GMT", zone),
        local.toISOString().replace(".000Z", zone.replace(/(\d\d)$/, ":$1")),
      ];
      for (const text of written) expect(parseFeedDate(text)).toEqual({ at, guessed: false });
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("a duration is hours, minutes and seconds, or seconds alone", () => {
  const read = ["1:02:03", "62:03", "3723", " 3723.5 ", "00:62:03", "0", "", "1h", "-5", "1:2:3:4"];
  expect(read.map(parseDuration)).toEqual([
    3723,
    3723,
    3723,
    3723.5,
    3723,
    0,
    ...Array(4).fill(null),
  ]);
});
