/** Reads what the overview shows. */
import type { Deps } from "../../../deps.ts";
import { bucketsOf, type DayRange, fillBuckets } from "../../../platform/statistics/calendar.ts";
import { type AnnotationRow, listAnnotations } from "../../measurement/annotations/store.ts";
import { readAges } from "../../measurement/audience/ages/store.ts";
import { type Overview, readOverview } from "../../measurement/audience/overview.ts";
import type { Scope, StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { daysOf, type Place } from "./place.ts";
import { listPublications, type Publication } from "./store.ts";
import { FEW, readTop, readTopEpisodes, type Top } from "./top.ts";

type Point = Readonly<{ date: string; total: number }>;
type Series = Readonly<{ total: number; points: readonly Point[] }>;
type Best = Readonly<{ title: string; show_id: number; episode_id: number; total: number }>;

export type OverviewFigures = Readonly<{
  now: Series;
  before: Series | null;
  /** null if the figures are narrowed to a name, for which plays and listeners are not told apart. */
  parts: Overview | null;
  /** The largest finished point, and the episode with most of it. */
  peak: Readonly<{ point: Point; made: Best | null }> | null;
  /** The episode with the best first 7 days. */
  firstWeek: Best | null;
  /** Episodes of a show, or shows of a person; null if the figures are narrowed. */
  top: Top | null;
  publications: readonly Publication[];
  notes: readonly AnnotationRow[];
}>;

type Needs = StatisticsDeps & Pick<Deps, "clock">;
const MOST_NOTES = 200;

/** `maySeeNotes`: notes are for who may edit the show. */
export async function readFigures(
  deps: Needs,
  place: Place,
  maySeeNotes: boolean,
): Promise<OverviewFigures> {
  const { whole, shows, range, episode } = place;
  const days = daysOf(range);
  const [series, top, firstWeek, publications, notes] = await Promise.all([
    readSeries(deps, place),
    episode === null && place.only === null ? readTop(deps, place, days, FEW) : null,
    episode === null && place.only === null ? findFirstWeek(deps, place) : null,
    listPublications(
      deps.db,
      shows.map(({ show_id }) => show_id),
      days,
    ),
    maySeeNotes && whole.level === "show"
      ? listAnnotations(deps.db, whole.id, days, { limit: MOST_NOTES, offset: 0 })
      : [],
  ]);
  const peak = peakOf(series.now, range.isUnfinished);
  return {
    ...series,
    top,
    firstWeek,
    publications,
    notes: notes.slice(0, MOST_NOTES),
    peak: peak && {
      point: peak,
      made:
        episode === null && place.only === null ? await findMaker(deps, place, peak.date) : null,
    },
  };
}

async function readSeries(
  deps: Needs,
  place: Place,
): Promise<Pick<OverviewFigures, "now" | "before" | "parts">> {
  const { scope, range, group, only } = place;
  if (only !== null) {
    const [now, before] = await Promise.all([
      readNamed(deps, place, daysOf(range)),
      range.comparison && readNamed(deps, place, daysOf(range.comparison)),
    ]);
    return { now, before, parts: null };
  }
  const compared = range.comparison && daysOf(range.comparison);
  const parts = await readOverview(deps, scope, daysOf(range), compared, group);
  return { now: totalsOf(parts.now), before: parts.before && totalsOf(parts.before), parts };
}

const totalsOf = ({ points }: Overview["now"]): Series =>
  summed(points.map(({ date, plays, downloads }) => ({ date, total: plays + downloads })));

const summed = (points: readonly Point[]): Series => ({
  points,
  total: points.reduce((sum, { total }) => sum + total, 0),
});

/** Plays and downloads of one name. */
async function readNamed({ statistics }: Needs, place: Place, range: DayRange): Promise<Series> {
  const { scope, group, only } = place;
  const { dimension, name } = only ?? { dimension: "source" as const, name: "" };
  const rows = await statistics.readNames({
    ...{ facts: "names", by: "date and name", dimension, scope, range, group, names: [name] },
  });
  const own = rows
    .filter((row) => row.name === name)
    .map(({ date, count }) => ({ date: date ?? "", total: count }));
  return summed(fillBuckets(own, range, group, (date) => ({ date, total: 0 })));
}

function peakOf({ points }: Series, isUnfinished: boolean): Point | null {
  const finished = isUnfinished ? points.slice(0, -1) : points;
  const best = finished.reduce<Point | null>(
    (most, point) => (point.total > (most?.total ?? 0) ? point : most),
    null,
  );
  return best;
}

/** The episode with the most in the bucket that begins on `date`. */
async function findMaker(deps: Needs, place: Place, date: string): Promise<Best | null> {
  const { range, group, whole } = place;
  const days = bucketOf(daysOf(range), group, date);
  const one = { limit: 1, offset: 0 };
  const [first] = (await readTop(deps, place, days, one)).rows;
  if (first === undefined) return null;
  const show: Scope<"show"> = { level: "show", id: first.id };
  const [episode] =
    whole.level === "show" ? [first] : (await readTopEpisodes(deps, show, days, one)).rows;
  return episode === undefined
    ? null
    : {
        title: episode.name,
        show_id: whole.level === "show" ? whole.id : first.id,
        episode_id: episode.id,
        total: episode.total,
      };
}

/** The days of a bucket. */
function bucketOf(range: DayRange, group: Place["group"], date: string): DayRange {
  const starts = bucketsOf(range, group);
  const next = starts[starts.indexOf(date) + 1];
  if (next === undefined) return { from: date, to: range.to };
  const last = new Date(Date.parse(`${next}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return { from: date, to: last };
}

const WEEK = 7;

async function findFirstWeek({ db, clock }: Needs, { whole }: Place): Promise<Best | null> {
  const { episodes } = await readAges(db, {
    ...{ scope: whole, days: [WEEK], sorting: "most", sortDays: WEEK, limit: 1, offset: 0 },
    now: clock(),
  });
  const [first] = episodes;
  const [age] = first?.ages ?? [];
  if (first === undefined || age === undefined || !age.is_complete || age.plays === null)
    return null;
  const total = age.plays + (age.downloads ?? 0);
  const { title, show_id, episode_id } = first;
  return { title, show_id, episode_id, total };
}
