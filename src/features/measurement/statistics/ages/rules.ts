/** Sums plays and downloads by the age that an episode had; pure. */
import { eachName } from "../packing.ts";
import { ofHourKey } from "../rules.ts";

/** The ages, in days of 24 hours, at which episodes can be compared. */
export const AGES = [1, 2, 3, 7, 14, 30, 60, 90, 180, 365] as const;
export type Age = (typeof AGES)[number];
export const OLDEST: Age = 365;

const DAY_HOURS = 24;

/** The hours of an episode's day, packed. `day`: days since 1970; `since`: the hour of publication, since 1970. */
export type AgedDay = Readonly<{
  episode_id: number;
  since: number;
  day: number;
  hours: Uint8Array;
}>;
/** The column of `episode_ages` with what was counted until an age. */
export const ageColumn = (what: "plays" | "downloads", days: number) => `${what}_${days}`;
/** All of these columns. */
export const AGE_COLUMNS: readonly string[] = AGES.flatMap((days) => [
  ageColumn("plays", days),
  ageColumn("downloads", days),
]);
/** `episode_id`, and the counts by column. */
export type AgeSums = Record<string, number>;

/**
 * The sums of these days by episode. An age begins with the UTC hour of publication, so that hours need not be divided;
 * what was counted before belongs to none.
 */
export function sumByAge(days: readonly AgedDay[]): AgeSums[] {
  const sums = new Map<number, AgeSums>();
  for (const { episode_id, since, day, hours } of days)
    eachName(hours, (key, count) => {
      const { hour, isPlay } = ofHourKey(key);
      const age = day * DAY_HOURS + hour - since;
      if (age < 0 || age >= OLDEST * DAY_HOURS) return;
      const sum = sums.get(episode_id) ?? emptySums(episode_id);
      sums.set(episode_id, sum);
      for (const until of AGES) {
        if (age >= until * DAY_HOURS) continue;
        const column = ageColumn(isPlay ? "plays" : "downloads", until);
        sum[column] = (sum[column] ?? 0) + count;
      }
    });
  return [...sums.values()];
}

const emptySums = (episode_id: number): AgeSums => ({
  episode_id,
  ...Object.fromEntries(AGE_COLUMNS.map((column) => [column, 0])),
});
