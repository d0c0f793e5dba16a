/** Opens the engine that statistics are asked of. */
import type { Deps } from "../../deps.ts";
import { askEngine } from "../../platform/statistics/failure.ts";
import { postgresEngine } from "./reading/store.ts";
import type { StatisticsEngine } from "./schema.ts";

/** The engine that this server is configured for; its troubles are failures as the API tells them. */
export const openStatistics = ({ db }: Pick<Deps, "db">): StatisticsEngine =>
  guarded(postgresEngine(db));

const guarded = (engine: StatisticsEngine): StatisticsEngine => ({
  readAds: (query) => askEngine(() => engine.readAds(query)),
  readAudience: (query) => askEngine(() => engine.readAudience(query)),
  readNames: (query) => askEngine(() => engine.readNames(query)),
  readListeners: (query) => askEngine(() => engine.readListeners(query)),
});
