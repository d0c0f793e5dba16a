/** The last seven days beside the seven before, of each show and in sum; pure. */

/** Two weeks of full days, as the statistics have them: UTC, yesterday the last. */
export const DAYS = 7;

export type ShowWeek<S> = S &
  Readonly<{
    /** Plays and downloads together on each of the 14 days. */
    days: readonly number[];
    now: number;
    before: number;
  }>;

export type Week<S> = Readonly<{
  shows: readonly ShowWeek<S>[];
  /** All shows together. */
  sum: ShowWeek<object>;
}>;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const weekOf = <S extends object>(show: S, days: readonly number[]): ShowWeek<S> => ({
  ...show,
  days,
  now: sumOf(days.slice(DAYS)),
  before: sumOf(days.slice(0, DAYS)),
});

/** The shows with the most of this week first. `totals`: 14 days of each show. */
export function weeksOf<S extends Readonly<{ show_id: number }>>(
  shows: readonly S[],
  totals: ReadonlyMap<number, readonly number[]>,
): Week<S> {
  const nothing = Array.from({ length: 2 * DAYS }, () => 0);
  const weeks = shows.map((show) => weekOf(show, totals.get(show.show_id) ?? nothing));
  const all = nothing.map((_, day) => sumOf(weeks.map(({ days }) => days[day] ?? 0)));
  return {
    shows: weeks.sort((a, b) => b.now - a.now || b.before - a.before || b.show_id - a.show_id),
    sum: weekOf({}, all),
  };
}

/** The change as a share: 0.12 is 12 % more; null without anything before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before;

/** How two figures compare, as the key of a sentence. */
export function comparisonOf(
  now: number,
  before: number,
): "none" | "first" | "same" | "more" | "less" {
  if (before === 0) return now === 0 ? "none" : "first";
  if (Math.round((100 * (now - before)) / before) === 0) return "same";
  return now > before ? "more" : "less";
}
