/** Opens what the handlers of routes and pages need, once for each server. */
import type { Deps } from "../deps.ts";
import { hasRunningLineitems } from "../features/advertising/campaigns/store.ts";
import { openFeedServer } from "../features/distribution/feeds/serving.ts";
import { openPlayback, openTimelineFinder } from "../features/listening/playback/actions.ts";
import type { DeliveryPorts } from "../features/listening/playback/schema.ts";
import { openMethodology } from "../features/measurement/counting/actions.ts";
import { openStatistics } from "../features/measurement/statistics/actions.ts";
import { openHashing } from "../features/people/accounts/passwords.ts";
import { createOauth } from "../features/people/oauth/mount.ts";
import { disconnectApps } from "../features/people/oauth/store.ts";
import { openCovers } from "../features/publishing/images/covers.ts";
import { openShowLookup } from "../features/publishing/shows/actions.ts";
import { openFiles } from "../platform/media/files.ts";
import { openTurns } from "../platform/turns.ts";

/** All that handlers may ask for. Each of them names the part that it needs. */
export type Services = ReturnType<typeof openServices>;

/** Opens the services of a server. `ports`: the ad server and counting, which the caller closes. */
export function openServices(deps: Deps, ports: DeliveryPorts) {
  const files = openFiles(deps.media);
  return {
    ...deps,
    ...openShowLookup(deps),
    ...openCovers(),
    ...openFeedServer(deps),
    ...openTimelineFinder(deps),
    ...openMethodology(deps.config),
    ...openHashing(),
    files,
    playback: openPlayback(deps, files, ports),
    statistics: openStatistics(deps),
    statisticsTurns: openTurns(),
    oauth: createOauth(deps),
    // Features that use others only from above get these functions from here.
    hasRunningLineitems,
    disconnectApps,
  };
}
