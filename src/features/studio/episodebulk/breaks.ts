/** Ad breaks in the form that changes many episodes: as parameters of the API, and as they were before; pure. */
import type { BulkParams } from "../../publishing/bulk/schema.ts";
import type { Cuepoint } from "../../publishing/cuepoints/schema.ts";
import { formatMoment, parseMoment } from "../waveform/moments.ts";

type Given = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;
type Wanted = NonNullable<BulkParams["changes"]["cuepoints"]>;

/** Places that an episode of any length has, in percent of it. */
export const PLACES = { break_start: 0, break_middle: 50, break_end: 100 } as const;

export const HOW = ["add", "set", "none"] as const;

/** What is chosen: nothing, cuepoints as the API takes them, or the name of the text that says what is wrong. */
export type Breaks =
  | { cuepoints?: Wanted; fault?: undefined }
  | { cuepoints?: undefined; fault: "not_a_time" | "no_place" };

/** Reads the fields of ad breaks. Places without a choice of what to do with them are added. */
export function breaksOf(given: Given): Breaks {
  const how = given.breaks ?? "";
  if (how === "none") return { cuepoints: { set: [] } };
  const times = (given.break_times ?? "").split(/[;\s]+/).filter((text) => text !== "");
  const moments = times.map(parseMoment);
  if (moments.includes(null)) return { fault: "not_a_time" };
  const ads_max_count = Number(given.break_ads || 1);
  const points = [
    ...Object.entries(PLACES)
      .filter(([name]) => given[name])
      .map(([, percent]) => ({ percent, ads_max_count })),
    ...moments.map((timecode) => ({ timecode: timecode ?? 0, ads_max_count })),
  ];
  if (points.length === 0) return how === "" ? {} : { fault: "no_place" };
  return { cuepoints: how === "set" ? { set: points } : { add: points } };
}

/** Cuepoints as people write them: `0:00, 12:30 (2)`, with the number of ads if it is not one. */
export const breakTexts = (cuepoints: readonly Cuepoint[]): string[] =>
  cuepoints.map(
    ({ timecode, ads_max_count }) =>
      `${formatMoment(timecode)}${ads_max_count === 1 ? "" : ` (${ads_max_count})`}`,
  );

const PREFIX = "cuepoints.";

const namesOf = (values: Values): string[] =>
  Object.keys(values).filter((name) => name.startsWith(PREFIX));

/** Whether an entry of the audit log changed cuepoints. */
export const changedBreaks = (entry: Readonly<{ before: Values; after: Values }>): boolean =>
  namesOf(entry.before).length + namesOf(entry.after).length > 0;

/** The cuepoints as they were before the entry; null if they are no longer as it left them. */
export function breaksBefore(
  present: readonly Cuepoint[],
  { before, after }: Readonly<{ before: Values; after: Values }>,
): Cuepoint[] | null {
  const all = new Map<string, number>(
    present.map(({ timecode, ads_max_count }) => [`${PREFIX}${timecode}`, ads_max_count]),
  );
  const adsOf = (values: Values, name: string): number | undefined =>
    (values[name] as Partial<Cuepoint> | undefined)?.ads_max_count;
  for (const name of new Set([...namesOf(before), ...namesOf(after)])) {
    if (all.get(name) !== adsOf(after, name)) return null;
    const ads = adsOf(before, name);
    if (ads === undefined) all.delete(name);
    else all.set(name, ads);
  }
  return [...all].map(([name, ads_max_count]) => ({
    timecode: Number(name.slice(PREFIX.length)),
    ads_max_count,
  }));
}
