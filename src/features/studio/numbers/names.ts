/** Figures by app, device, system and country, with the same of the range that is compared. */
import { OTHERS } from "../../../platform/statistics/names.ts";
import { percentagesOf } from "../../../platform/statistics/percentages.ts";
import type { Dimension, NameRow, StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { countryNames } from "../../publishing/reference/views.ts";
import { deviceName } from "../frame/devices.ts";
import type { Choices } from "./layout.ts";
import { daysOf, type Place } from "./place.ts";
import type { Words } from "./words.ts";

export type NamedCount = Readonly<{
  name: string;
  /** As a person reads it. */
  label: string;
  kind: string;
  count: number;
  before: number | null;
}>;

type Needs = Pick<StatisticsDeps, "statistics">;

/** As many sources as the API tells apart; other names are closed lists. */
const MOST_NAMES = 200;

/** The names of the range, the most frequent first. */
export async function readShares(
  { statistics }: Needs,
  place: Place,
  dimension: Dimension,
): Promise<NamedCount[]> {
  const { scope, range } = place;
  const most = dimension === "source" ? { most: MOST_NAMES } : {};
  const question = { facts: "names", by: "name", dimension, scope } as const;
  const [now, before] = await Promise.all([
    statistics.readNames({ ...question, ...most, range: daysOf(range) }),
    range.comparison && statistics.readNames({ ...question, range: daysOf(range.comparison) }),
  ]);
  const counts = before && new Map(before.map((row) => [keyOf(row), row.count]));
  const labelOf = labelsIn(place.words, dimension);
  return now.map((row) => ({
    name: row.name,
    kind: row.kind,
    count: row.count,
    label: labelOf(row.name),
    before: row.name === OTHERS || counts === null ? null : (counts.get(keyOf(row)) ?? 0),
  }));
}

const keyOf = ({ name, kind }: Pick<NameRow, "name" | "kind">): string => `${kind} ${name}`;

/** How the names of a dimension are called. */
export function labelsIn(words: Words, dimension: Dimension): (name: string) => string {
  if (dimension === "device") return (name) => deviceName(words.locale, name);
  if (dimension !== "country") return (name) => (name === OTHERS ? words.others : name);
  const { names } = countryNames(words.locale);
  return (code) => (code === "" || code === "ZZ" ? words.unknown_country : (names[code] ?? code));
}

/** Percentages with one decimal, as in the API. */
export const sharesOf = (rows: readonly NamedCount[]): number[] =>
  rows.length === 0
    ? []
    : percentagesOf(
        rows.map(({ count }) => count),
        1,
      );

/** Names of the filter for each of what it can be. */
const MOST_CHOICES = 15;

/** The names that the overview can be narrowed to. */
export async function readOnly(deps: Needs, place: Place): Promise<Choices["only"]> {
  const isEpisode = place.scope.level === "episode";
  const dimensions = isEpisode
    ? (["source", "device"] as const)
    : (["country", "source", "device"] as const);
  const { words, scope, range } = place;
  const labels = { country: words.countries, source: words.app, device: words.device };
  return Promise.all(
    dimensions.map(async (dimension) => {
      const rows = await deps.statistics.readNames({
        ...{ facts: "names", by: "name", dimension, scope, range: daysOf(range) },
      });
      const labelOf = labelsIn(words, dimension);
      const options = rows
        .filter(({ name }) => name !== OTHERS && name !== "")
        .slice(0, MOST_CHOICES)
        .map(({ name }) => ({ value: `${dimension}:${name}`, text: labelOf(name) }));
      return { label: labels[dimension], options };
    }),
  );
}
