/** SQL that reads the hours of the rollups. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { type DayRange, numberOf } from "../../../../platform/statistics/calendar.ts";
import { eachName } from "../packing.ts";
import { ofHourKey } from "../rules.ts";
import { AUDIENCE_LEVELS, type AudienceScope } from "../schema.ts";

/** Called with the plays or the downloads of an hour; `at`: hours since 1970, in UTC. */
type SeeHour = (at: number, isPlay: boolean, count: number) => void;

/**
 * Passes on what was counted in each UTC hour of the range. Reads the rollups whatever the engine, because ClickHouse
 * receives only days.
 */
export async function readHours(
  db: Executor,
  scope: AudienceScope,
  { from, to }: DayRange,
  see: SeeHour,
): Promise<void> {
  const { level, ids } =
    scope.level === "shows"
      ? { level: "show" as const, ids: scope.ids }
      : { level: scope.level, ids: [scope.id] };
  const { rows } = await sql<{ start: string; hours: Buffer }>`
    select start, hours from audience_rollups
    where level = ${sql.lit(AUDIENCE_LEVELS.indexOf(level))} and id = any(${ids}::bigint[]) and span = 1
      and start between ${from}::date and ${to}::date`.execute(db);
  for (const { start, hours } of rows) {
    const day = 24 * numberOf(start);
    eachName(hours, (key, count) => {
      const { hour, isPlay } = ofHourKey(key);
      see(day + hour, isPlay, count);
    });
  }
}
