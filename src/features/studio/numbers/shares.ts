/** Apps, devices, systems and countries as lists of bars, and as CSV. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { fill } from "../../web/layout/rules.ts";
import { barList } from "../charts/bars.ts";
import { chartWords } from "../charts/words.ts";
import { plural } from "../frame/plurals.ts";
import { type NamedCount, readShares, sharesOf } from "./names.ts";
import { hrefOf, type Place } from "./place.ts";
import { percent } from "./texts.ts";
import type { Words } from "./words.ts";

type Needs = Pick<StatisticsDeps, "statistics">;
type Cells = Readonly<{ header: readonly string[]; rows: readonly (string | number | null)[][] }>;

/** Bars of a list while it shares the page with others. */
const FEW = 10;

export type ShareList = Readonly<{
  id: string;
  title: string;
  /** The heading of the names. */
  kind: string;
  rows: readonly NamedCount[];
}>;

/** The lists of apps and devices. */
export async function readSourceLists(deps: Needs, place: Place): Promise<ShareList[]> {
  const { words } = place;
  const [sources, devices, systems] = await Promise.all([
    readShares(deps, place, "source"),
    readShares(deps, place, "device"),
    readShares(deps, place, "os"),
  ]);
  const kindOf = (kind: string) => systems.filter((row) => row.kind === kind);
  return [
    { id: "sources", title: words.sources_title, kind: words.name, rows: sources },
    { id: "devices", title: words.devices_title, kind: words.name, rows: devices },
    { id: "mobile", title: words.mobile_title, kind: words.system, rows: kindOf("mobile") },
    { id: "desktop", title: words.desktop_title, kind: words.system, rows: kindOf("desktop") },
  ];
}

export async function readCountryLists(deps: Needs, place: Place): Promise<ShareList[]> {
  const { words, scope } = place;
  // The API does not break an episode down by country either.
  if (scope.level === "episode") return [];
  const rows = await readShares(deps, place, "country");
  return [{ id: "countries", title: words.countries_title, kind: words.countries, rows }];
}

/** `chosen`: the id of a list that is shown alone, and in full. */
export function shareLists(
  place: Place,
  lists: readonly ShareList[],
  tab: string,
  chosen: string | undefined,
): Html {
  const own = lists.filter(({ id }) => id === chosen);
  const shown = own.length === 0 ? lists : own;
  const most = shown.length === 1 ? Number.MAX_SAFE_INTEGER : FEW;
  return html`<div class="share-lists${shown.length === 1 && " alone"}">${shown.map((list) => shareList(place, list, tab, most))}</div>`;
}

function shareList(place: Place, { id, title, kind, rows }: ShareList, tab: string, most: number) {
  const { words, range } = place;
  const shares = sharesOf(rows);
  const bars = rows.slice(0, most).map(({ label, count, before }, at) => ({
    name: label,
    value: count,
    share: shares[at] ?? 0,
    ...(before === null ? {} : { before }),
  }));
  const rest = rows.length - bars.length;
  const isCompared = range.comparison !== null;
  return html`<div>${barList({
    words: chartWords(words.locale),
    id,
    title,
    kind,
    measure: words.measure,
    bars,
    sentence: sentenceOf(words, rows, shares),
    ...(isCompared ? { change: words.change } : {}),
  })}
${rest > 0 && html`<p><a href="${hrefOf(place, tab, { list: id })}">${plural(words, words.more_names, rest)}<span class="hidden">: ${title}</span></a></p>`}</div>`;
}

const sentenceOf = (
  words: Words,
  rows: readonly NamedCount[],
  shares: readonly number[],
): string =>
  rows[0] === undefined
    ? words.no_names
    : fill(words.first_name, {
        name: rows[0].label,
        percent: percent(shares[0] ?? 0, words, 1),
      });

/** Every name of the lists that are shown, with the digits of the page. */
export function shareSheet(
  { words, range }: Place,
  lists: readonly ShareList[],
  chosen: string | undefined,
): Cells {
  const own = lists.filter(({ id }) => id === chosen);
  const isCompared = range.comparison !== null;
  const chart = chartWords(words.locale);
  return {
    header: [
      ...["list", words.name, words.code, words.measure, `${chart.share} (%)`],
      ...(isCompared ? [words.day_before] : []),
    ],
    rows: (own.length === 0 ? lists : own).flatMap(({ id, rows }) => {
      const shares = sharesOf(rows);
      return rows.map(({ name, label, count, before }, at) => [
        ...[id, label, name === label ? "" : name, count, shares[at] ?? 0],
        ...(isCompared ? [before] : []),
      ]);
    }),
  };
}
