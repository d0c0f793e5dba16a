/** HTML of an episode's numbers: its first days beside its show's, then a range of days; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { OTHERS } from "../../../platform/statistics/names.ts";
import { emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { barList } from "../charts/bars.ts";
import { timeSeries } from "../charts/timeseries.ts";
import type { Words as ChartWords } from "../charts/words.ts";
import { deviceName } from "../frame/devices.ts";
import { type Range, rangeText } from "../range/rules.ts";
import { rangeControl } from "../range/views.ts";
import type { Words as RangeWords } from "../range/words.ts";
import { type Day, DIMENSIONS, type Dimension, type EpisodeNumbers } from "./actions.ts";
import type { Words } from "./words.ts";

type Shown = Readonly<{
  words: Words;
  charts: ChartWords;
  ranges: RangeWords;
  range: Range;
  path: string;
  numbers: EpisodeNumbers;
}>;

export function numbersView(shown: Shown): Html {
  const { words, numbers, ranges, range, path } = shown;
  if (numbers.ages.length === 0) return emptyState({ title: words.none, text: words.none_text });
  return html`
<section class="ages"><h2>${words.at_age}</h2><p class="soft">${words.at_age_text}</p>
<div class="age-row">${numbers.ages.map((age) => ageView(shown, age))}</div></section>
${rangeControl({ words: ranges, range, path })}
${dayChart(shown)}
${DIMENSIONS.map((dimension) => nameChart(shown, dimension))}`;
}

const number = (value: number, { locale }: Words): string =>
  Math.round(value).toLocaleString(locale);

const percent = (share: number, { locale }: Words): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);

type Age = EpisodeNumbers["ages"][number];

function ageView({ words, numbers }: Shown, { days, plays, downloads, is_complete }: Age): Html {
  const total = plays === null || downloads === null ? null : plays + downloads;
  const median = numbers.medians.find((one) => one.days === days)?.total ?? null;
  const label = words[`first_${days as 1 | 7 | 30 | 90}`];
  return html`<div class="age"><p class="age-name">${label}</p>
<p><span class="figure">${total === null ? "–" : number(total, words)}</span>
<span class="soft">${total === null ? words.unknown : !is_complete && words.so_far}</span></p>
${median !== null && html`<p class="soft">${fill(words.median, { n: number(median, words) })}</p>`}
${is_complete && total !== null && median !== null && median > 0 && html`<p>${besideMedian(total, median, words)}</p>`}</div>`;
}

function besideMedian(total: number, median: number, words: Words): string {
  const share = (total - median) / median;
  if (Math.abs(share) < 0.005) return words.equal;
  return fill(share > 0 ? words.above : words.below, { p: percent(Math.abs(share), words) });
}

const sumOf = (days: readonly Day[]): number => days.reduce((sum, { total }) => sum + total, 0);

function dayChart({ words, charts, range, numbers: { days, before } }: Shown): Html {
  const format = new Intl.DateTimeFormat(words.locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const points = (list: readonly Day[]) =>
    list.map(({ date, total }) => ({
      name: format.format(new Date(`${date}T00:00:00Z`)),
      value: total,
    }));
  const { comparison } = range;
  return timeSeries({
    words: charts,
    id: "days",
    title: words.by_day,
    sentence: sentenceOf(sumOf(days), before === null ? null : sumOf(before), words),
    measure: words.measure,
    points: points(days),
    isUnfinished: range.isUnfinished,
    comparison:
      before === null || comparison === null || sumOf(before) === 0
        ? undefined
        : { name: rangeText(comparison, words.locale), points: points(before) },
  });
}

function sentenceOf(total: number, before: number | null, words: Words): string {
  const n = number(total, words);
  if (total === 0) return words.nothing;
  if (before === null || before === 0 || before === total) return fill(words.total, { n });
  const p = percent(Math.abs(total - before) / before, words);
  return fill(total > before ? words.more : words.fewer, { n, p });
}

function nameChart({ words, charts, numbers }: Shown, dimension: Dimension): Html {
  const named = numbers.names[dimension].map(({ name, count }) => ({
    name:
      dimension === "device"
        ? deviceName(words.locale, name)
        : name === OTHERS
          ? words.others
          : name,
    value: count,
  }));
  const total = named.reduce((sum, { value }) => sum + value, 0);
  const [first] = named;
  return barList({
    words: charts,
    id: dimension,
    title: words[dimension],
    sentence:
      first === undefined
        ? words.nothing
        : fill(words.most, { name: first.name, p: percent(first.value / total, words) }),
    kind: words[`${dimension}_kind`],
    measure: words.measure,
    bars: named,
  });
}
