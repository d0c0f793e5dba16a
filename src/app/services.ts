/** Opens what the handlers of routes and pages need, once for each server. */
import type { Deps } from "../deps.ts";
import { hasRunningLineitems } from "../features/advertising/campaigns/store.ts";
import { openEventWaits } from "../features/distribution/events/actions.ts";
import { openFeedServer } from "../features/distribution/feeds/serving.ts";
import { openPlayback, openTimelineFinder } from "../features/listening/playback/actions.ts";
import type { DeliveryPorts } from "../features/listening/playback/schema.ts";
import { openMethodology } from "../features/measurement/counting/actions.ts";
import { openStatistics } from "../features/measurement/statistics/actions.ts";
import { openHashing } from "../features/people/accounts/passwords.ts";
import { createOauth } from "../features/people/oauth/mount.ts";
import { deleteClients, disconnectApps } from "../features/people/oauth/store.ts";
import { openCovers } from "../features/publishing/images/covers.ts";
import { openShowLookup } from "../features/publishing/shows/actions.ts";
import { openShowChanges } from "../features/publishing/shows/changedshows.ts";
import { openNewShows } from "../features/publishing/shows/newshows.ts";
import { openDocs } from "../features/web/docs/actions.ts";
import { openSiteIdentity } from "../features/web/identity/actions.ts";
import { openIcons } from "../features/web/identity/iconroutes.ts";
import { openCards } from "../features/web/site/cards.ts";
import { openChanges } from "../platform/db/changes.ts";
import type { Reads } from "../platform/db/replica/reads.ts";
import { openDescription } from "../platform/http/description/actions.ts";
import type { ApiDocument } from "../platform/http/openapi.ts";
import { openResponseCache } from "../platform/http/responsecache.ts";
import { openFiles } from "../platform/media/files.ts";
import { cacheCounts } from "../platform/metrics/caches.ts";
import { openTurns } from "../platform/turns.ts";
import { API } from "./apiinfo.ts";
import { allLimits } from "./limits.ts";

/** All that handlers may ask for. Each of them names the part that it needs. */
export type Services = ReturnType<typeof openServices>;

/** What the caller of `openServices` has made of all features. */
type Made = Readonly<{
  /** The ad server and counting, which the caller closes. */
  ports: DeliveryPorts;
  /** Where reads come from that a replica may answer; the caller closes it. */
  reads: Reads;
  /** The description of the API. */
  apiDocument: () => ApiDocument;
  /** Aborts when the process shuts down. */
  draining: AbortSignal;
}>;

/** Opens the services of a server. */
export function openServices(deps: Deps, { ports, reads, apiDocument, draining }: Made) {
  const files = openFiles(deps.media, deps);
  const site = openSiteIdentity(deps);
  const { publicUrl } = deps.config;
  const changes = openChanges(deps.pool);
  const responses = openResponseCache(changes, {
    publicUrl,
    counts: cacheCounts(deps.measures, "responses"),
  });
  return {
    ...deps,
    ...site,
    ...openShowLookup(deps),
    ...openNewShows(deps),
    ...openShowChanges(deps),
    ...openCovers(),
    ...openIcons(),
    ...openCards(deps),
    ...openFeedServer(deps, reads),
    ...openEventWaits(deps, draining),
    ...openTimelineFinder(deps),
    ...openMethodology(deps.config),
    ...openHashing(),
    files,
    changes,
    responses,
    playback: openPlayback(deps, files, ports),
    statistics: openStatistics(deps),
    statisticsTurns: openTurns(),
    oauth: createOauth({ ...deps, ...site }),
    ...openDescription(apiDocument),
    docs: openDocs({
      apiDocument,
      examples: API.examples ?? (() => ({})),
      limits: allLimits(deps.config),
    }),
    // Features that use others only from above get these functions from here.
    hasRunningLineitems,
    disconnectApps,
    deleteApps: deleteClients,
  };
}
