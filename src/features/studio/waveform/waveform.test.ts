/** Tests waveforms as text: what is drawn where, how times are written, and which moment is quiet. */
import { expect, test } from "vitest";
import { formatMoment, parseMoment } from "./moments.ts";
import { columnsOf, type Peaks, pairMs, peaksSchema, quietestNear } from "./peaks.ts";
import { type Mark, markFields, waveformView } from "./views.ts";
import { waveformWords } from "./words.ts";

/** A pair each 10 ms, with these levels. */
const peaksOf = (levels: readonly number[]): Peaks =>
  peaksSchema.parse({
    version: 2,
    sample_rate: 44_100,
    samples_per_pixel: 441,
    length: levels.length,
    data: levels.flatMap((level) => [-level, level]),
  });

test.each([
  ["0:00", 0],
  ["2:03.45", 123_450],
  ["62:03", 3_723_000],
  ["1:02:03.004", 3_723_004],
  ["1:02:03,5", 3_723_500],
  ["90.5", 90_500],
  ["", null],
  ["1:60", null],
  ["-1", null],
  ["soon", null],
])("the moment %j is %j ms", (text, ms) => {
  expect(parseMoment(text)).toBe(ms);
});

test("moments are read as they are written", () => {
  for (const ms of [0, 999, 1000, 61_001, 3_599_999, 3_600_000, 359_999_999])
    expect(parseMoment(formatMoment(ms))).toBe(ms);
  expect([formatMoment(123_450), formatMoment(3_723_000)]).toEqual(["2:03.450", "1:02:03"]);
});

test("columns keep the loudest of the pairs that they cover", () => {
  expect(columnsOf(peaksOf([0, 64, 32, 0]), 2)).toEqual([
    { above: 0.5, below: 0.5 },
    { above: 0.25, below: 0.25 },
  ]);
  expect(columnsOf(peaksOf([64]), 500)).toHaveLength(1);
  expect(columnsOf(peaksOf([]), 500)).toEqual([]);
});

test("the quietest moment is within reach; of equally quiet ones it is the nearest", () => {
  const peaks = peaksOf(
    Array.from({ length: 100 }, (_, at) => ([20, 40, 48].includes(at) ? 1 : 90)),
  );
  expect(pairMs(peaks)).toBe(10);
  expect(quietestNear(peaks, 430, 250)).toBe(405);
  expect(quietestNear(peaks, 450, 50)).toBe(485);
  expect(quietestNear(peaks, 700, 100)).not.toBe(485);
  expect(Math.abs(quietestNear(peaks, 700, 100) - 700)).toBeLessThanOrEqual(5);
  expect(quietestNear(peaksOf([]), 700, 100)).toBe(700);
});

const MARKS: readonly Mark[] = [
  { kind: "chapter", at: 0, title: "Departure <1>", name: "chapter-1" },
  { kind: "break", at: 500, name: "break-1" },
  { kind: "chapter", at: 1000, title: "Arrival", name: "chapter-2", error: "is too late" },
];

test("the waveform says what it shows, and marks are where they belong", () => {
  const words = waveformWords("en");
  const peaks = peaksOf([128, 0]);
  const { text } = waveformView({ words, peaks, duration: 1000, marks: MARKS });
  expect(text).toContain("<figcaption>0:01 of audio with 2 chapters and 1 ad break.</figcaption>");
  expect(text).toContain('d="M250 0L750 59.5L750 60.5L250 120Z"');
  expect(text).toContain("<title>Chapter 1: Departure &lt;1&gt;: 0:00</title>");
  expect(text).toContain("<title>Ad break 1: 0:00.500</title>");
  expect(text).toContain('<path d="M500 0V120"/><path d="M500 0h8l-8 10z"/>');
  const empty = waveformView({ words, peaks: null, duration: 0, marks: [] }).text;
  expect(empty).toContain("0 chapters and 0 ad breaks");
  expect(empty).not.toContain("NaN");
});

test("each mark has a field for its time, in the language of the page", () => {
  const { text } = markFields(waveformWords("de"), MARKS);
  expect(text).toContain('<label for="break-1">Werbepause 1 beginnt bei</label>');
  expect(text).toContain('id="break-1" name="break-1" value="0:00.500"');
  expect(text).toContain('aria-describedby="chapter-2-error"');
});
