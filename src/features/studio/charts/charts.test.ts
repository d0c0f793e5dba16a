/** Tests charts as text: what is drawn, what their tables say, and that nothing in them is markup. */
import { expect, test } from "vitest";
import { barList, heatMap, sparkline } from "./bars.ts";
import { ticksTo } from "./scales.ts";
import { type TimeSeries, timeSeries } from "./timeseries.ts";
import { chartWords } from "./words.ts";

const words = chartWords("en-US");

const SERIES: TimeSeries = {
  words,
  id: "downloads",
  title: "Downloads by day",
  sentence: "More than before.",
  measure: "Downloads",
  points: [
    { name: "Nov 1", value: 1000 },
    { name: "Nov 2", value: null },
    { name: "Nov 3", value: 12_345 },
    { name: "Nov 4", value: 10 },
  ],
};

const draw = (change: Partial<TimeSeries> = {}) => timeSeries({ ...SERIES, ...change }).text;
const rows = (text: string) =>
  [...text.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)].map(([, name, rest]) => [
    name,
    ...[...(rest ?? "").matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell),
  ]);

test("the table has the exact digits, and says what is unknown", () => {
  expect(rows(draw())).toEqual([
    ["Nov 1", "1,000"],
    ["Nov 2", "–"],
    ["Nov 3", "12,345"],
    ["Nov 4", "10"],
  ]);
});

test("digits are those of the person's language", () => {
  expect(rows(draw({ words: chartWords("de") }))[2]).toEqual(["Nov 3", "12.345"]);
});

test("a line has a gap where nothing is known, and starts again", () => {
  const [path = ""] = /class="series" d="([^"]+)"/.exec(draw())?.slice(1) ?? [];
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path.match(/L/g)).toHaveLength(1);
});

test("the first and the last name are below their points", () => {
  const text = draw();
  const [, points = ""] = /data-x="([^"]+)"/.exec(text) ?? [];
  for (const [name, at] of [
    ["Nov 1", 0],
    ["Nov 4", 3],
  ] as const)
    expect(text).toContain(
      `<text x="${points.split(" ")[at]}" y="254" text-anchor="middle">${name}</text>`,
    );
  const long = "The fourth day of November, which is a Wednesday";
  const named = SERIES.points.map((point, at) => ({ ...point, name: at === 3 ? long : "" }));
  expect(draw({ points: named })).toContain(`x="340" y="214" text-anchor="end">${long}</text>`);
});

test("the unfinished point is hatched, and its row says so", () => {
  const text = draw({ isUnfinished: true });
  expect(text).toMatch(/class="unfinished" fill="url\(#downloads-wide-hatch\)"/);
  expect(rows(text).at(-1)?.[0]).toBe("Nov 4 (not finished)");
  expect(draw()).not.toContain('class="unfinished"');
});

test("a comparison is a line of its own and a column", () => {
  const points = SERIES.points.map(({ name }) => ({ name, value: 7 }));
  const text = draw({ comparison: { name: "The days before", points } });
  expect(text).toContain('class="comparison"');
  expect(text).toContain("╌╌ The days before</text>");
  expect(rows(text)[0]).toEqual(["Nov 1", "1,000", "7"]);
});

test("events and recounts are marked, and in the table", () => {
  const text = draw({ annotations: [{ at: 2, text: "A <b>episode" }], recounts: [0] });
  expect(text).toContain('class="mark-event"');
  expect(text).toContain('class="mark-recount"');
  expect(rows(text)[2]?.[0]).toBe("Nov 3 (A &lt;b&gt;episode)");
  expect(rows(text)[0]?.[0]).toBe("Nov 1 (recounted)");
  expect(text).not.toContain("<b>");
});

test("bars start at zero and are as high as their values", () => {
  const text = draw({
    kind: "bars",
    points: [SERIES.points[0], SERIES.points[2]].flatMap((p) => p ?? []),
  });
  const heights = [...text.matchAll(/class="bar"[^>]*height="([\d.]+)"/g)].map(([, h]) =>
    Number(h),
  );
  expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(12.345, 1);
});

test("without points a chart says so", () => {
  expect(draw({ points: [] })).toContain("No data");
});

test("texts of any kind are escaped", () => {
  const evil = '"><script>evil()</script>';
  const text = draw({ title: evil, sentence: evil, points: [{ name: evil, value: 1 }] });
  expect(text).not.toContain("<script>");
});

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [1457, [0, 500, 1000, 1500]],
  [9_900_000, [0, 5_000_000, 10_000_000]],
])("an axis to %i has round values", (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks);
});

test("a list of bars has shares of the sum, or of a total", () => {
  const chart = {
    words,
    id: "c",
    title: "Countries",
    sentence: "",
    kind: "Country",
    measure: "Downloads",
    bars: [
      { name: "Italy", value: 30 },
      { name: "<i>", value: 10 },
    ],
  };
  expect(barList(chart).text).toContain("75%");
  expect(barList({ ...chart, total: 60 }).text).toContain("50%");
  expect(barList(chart).text).toContain("&lt;i&gt;");
});

test("a heat map has a cell for each hour, the fullest the darkest", () => {
  const values = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day === 2 && hour === 7 ? 50 : hour === 8 ? 1 : 0)),
  );
  const { text } = heatMap({ words, id: "h", title: "Hours", sentence: "", values });
  expect(text.match(/heat-5/g)).toHaveLength(2);
  expect(text.match(/heat-1/g)).toHaveLength(14);
  expect(rows(text)[2]?.slice(0, 9)).toEqual([
    "Wednesday",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "50",
  ]);
});

test("a sparkline has its words", () => {
  expect(sparkline([1, 2], 'a "line"').text).toContain('aria-label="a &quot;line&quot;"');
  expect(sparkline([], "nothing").text).not.toContain("NaN");
});
