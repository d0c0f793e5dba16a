/** Opens the statistics engine. */
import type { Deps } from "../../../deps.ts";
import { openClickhouse } from "../../../platform/statistics/clickhouse.ts";
import { askEngine } from "../../../platform/statistics/failure.ts";
import { clickhouseEngine } from "./clickhouse/reading/store.ts";
import { postgresEngine } from "./reading/store.ts";
import type { StatisticsEngine } from "./schema.ts";

/** Opens the engine that this server is configured for; its errors become failures of the API. */
export const openStatistics = ({ db, config }: Pick<Deps, "db" | "config">): StatisticsEngine =>
  guarded(
    config.statistics === null
      ? postgresEngine(db)
      : clickhouseEngine(openClickhouse(config.statistics)),
  );

const guarded = (engine: StatisticsEngine): StatisticsEngine => ({
  readAds: (query) => askEngine(() => engine.readAds(query)),
  readAudience: (query) => askEngine(() => engine.readAudience(query)),
  readNames: (query) => askEngine(() => engine.readNames(query)),
  readListeners: (query) => askEngine(() => engine.readListeners(query)),
});
