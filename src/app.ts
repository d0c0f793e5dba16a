/** The table of contents: every route and page, under the file that declares it. */
import { API } from "./app/apiinfo.ts";
import type { Services } from "./app/services.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { adservingRoutes } from "./features/advertising/adserving/routes.ts";
import { advertiserRoutes } from "./features/advertising/advertisers/routes.ts";
import { campaignRoutes } from "./features/advertising/campaigns/routes.ts";
import { creativeRoutes } from "./features/advertising/lineitems/creatives/routes.ts";
import { lineitemRoutes } from "./features/advertising/lineitems/routes.ts";
import { listRoutes } from "./features/discovery/explore/lists/routes.ts";
import { exploreRoutes } from "./features/discovery/explore/routes.ts";
import { searchRoutes } from "./features/discovery/search/routes.ts";
import { tagRoutes } from "./features/discovery/tags/routes.ts";
import { pingRoutes } from "./features/distribution/feeds/pings/routes.ts";
import { feedRoutes } from "./features/distribution/feeds/routes.ts";
import { feedTagRoutes } from "./features/distribution/feedtags/routes.ts";
import { transcriptRoutes } from "./features/distribution/feedtags/transcripts/routes.ts";
import { playerPages, playerRoutes } from "./features/distribution/player/routes.ts";
import { libraryRoutes } from "./features/listening/library/routes.ts";
import { likeRoutes } from "./features/listening/likes/routes.ts";
import { messageRoutes } from "./features/listening/messages/routes.ts";
import { playbackRoutes } from "./features/listening/playback/routes.ts";
import { audienceRoutes } from "./features/measurement/audience/routes.ts";
import { adStatisticsRoutes } from "./features/measurement/campaignstatistics/routes.ts";
import { countingRoutes } from "./features/measurement/counting/routes.ts";
import { resetPages } from "./features/people/accounts/resetpages.ts";
import { accountPages } from "./features/people/accounts/routes.ts";
import { settingsPages } from "./features/people/accounts/settingspages.ts";
import { collaboratorRoutes } from "./features/people/collaborators/routes.ts";
import { followRoutes } from "./features/people/follows/routes.ts";
import { oauthPaths } from "./features/people/oauth/description.ts";
import { oauthPages } from "./features/people/oauth/pages.ts";
import { organizationRoutes } from "./features/people/organizations/routes.ts";
import { userRoutes } from "./features/people/users/routes.ts";
import { cuepointRoutes } from "./features/publishing/cuepoints/routes.ts";
import { chapterRoutes } from "./features/publishing/episodes/chapters/routes.ts";
import { waveformRoutes } from "./features/publishing/episodes/encoding/routes.ts";
import { publishingRoutes } from "./features/publishing/episodes/publishing/routes.ts";
import { episodeRoutes } from "./features/publishing/episodes/routes.ts";
import { imageRoutes } from "./features/publishing/images/routes.ts";
import { importRoutes } from "./features/publishing/imports/routes.ts";
import { referenceRoutes } from "./features/publishing/reference/routes.ts";
import { showRoutes } from "./features/publishing/shows/routes.ts";
import { uploadPaths } from "./features/publishing/uploads/description.ts";
import { layoutRoutes } from "./features/web/layout/routes.ts";
import { listPages } from "./features/web/site/listroutes.ts";
import { sitePages } from "./features/web/site/routes.ts";
import { descriptionRoutes } from "./platform/http/description/routes.ts";
import type { OtherPaths } from "./platform/http/openapi.ts";
import type { Page } from "./platform/http/pages.ts";
import type { Route } from "./platform/http/route.ts";

type RoutesByFile = Readonly<Record<string, readonly Route<Services>[]>>;
type PagesByFile = Readonly<Record<string, readonly Page<Services>[]>>;

/** All that a declaration may depend on. */
type Configured = Pick<Deps, "config">;

/** The routes of each feature, by the file that declares them; `openapi.json` is in this order. */
const featureRoutes = (config: Config): RoutesByFile => ({
  "src/features/people/users/routes.ts": userRoutes,
  "src/features/people/follows/routes.ts": followRoutes,
  "src/features/people/organizations/routes.ts": organizationRoutes,
  "src/features/people/collaborators/routes.ts": collaboratorRoutes,
  "src/features/advertising/advertisers/routes.ts": advertiserRoutes,
  "src/features/advertising/campaigns/routes.ts": campaignRoutes,
  "src/features/advertising/lineitems/routes.ts": lineitemRoutes,
  "src/features/advertising/lineitems/creatives/routes.ts": creativeRoutes,
  "src/features/measurement/campaignstatistics/routes.ts": adStatisticsRoutes,
  "src/features/measurement/audience/routes.ts": audienceRoutes,
  "src/features/publishing/shows/routes.ts": showRoutes,
  "src/features/publishing/episodes/routes.ts": episodeRoutes,
  "src/features/publishing/episodes/publishing/routes.ts": publishingRoutes(config),
  "src/features/discovery/search/routes.ts": searchRoutes,
  "src/features/publishing/episodes/encoding/routes.ts": waveformRoutes,
  "src/features/listening/playback/routes.ts": playbackRoutes,
  "src/features/advertising/adserving/routes.ts": adservingRoutes,
  "src/features/measurement/counting/routes.ts": countingRoutes,
  "src/features/listening/library/routes.ts": libraryRoutes,
  "src/features/listening/likes/routes.ts": likeRoutes,
  "src/features/listening/messages/routes.ts": messageRoutes,
  "src/features/discovery/explore/routes.ts": exploreRoutes,
  "src/features/discovery/explore/lists/routes.ts": listRoutes,
  "src/features/discovery/tags/routes.ts": tagRoutes,
  "src/features/distribution/feedtags/routes.ts": feedTagRoutes,
  "src/features/distribution/feedtags/transcripts/routes.ts": transcriptRoutes,
  "src/features/distribution/feeds/routes.ts": feedRoutes,
  "src/features/distribution/feeds/pings/routes.ts": pingRoutes,
  "src/features/publishing/episodes/chapters/routes.ts": chapterRoutes,
  "src/features/publishing/cuepoints/routes.ts": cuepointRoutes,
  "src/features/publishing/images/routes.ts": imageRoutes,
  "src/features/publishing/imports/routes.ts": importRoutes,
  "src/features/publishing/reference/routes.ts": referenceRoutes,
  "src/features/web/layout/routes.ts": layoutRoutes,
  "src/features/distribution/player/routes.ts": playerRoutes,
});

/** All pages, by the file that declares them. */
export const pagesByFile = ({ config }: Configured): PagesByFile => ({
  "src/features/people/accounts/routes.ts": accountPages(config),
  "src/features/people/accounts/resetpages.ts": resetPages(config),
  "src/features/people/accounts/settingspages.ts": settingsPages,
  "src/features/people/oauth/pages.ts": oauthPages,
  "src/features/web/site/listroutes.ts": listPages,
  "src/features/web/site/routes.ts": sitePages,
  "src/features/distribution/player/routes.ts": playerPages,
});

/** Paths that libraries serve, for the API description. */
export const otherPaths: OtherPaths = { ...uploadPaths, ...oauthPaths };

/** All routes by file, with those that describe the others. */
export function routesByFile({ config }: Configured): RoutesByFile {
  const features = featureRoutes(config);
  const described = Object.values(features).flat();
  return {
    ...features,
    "src/platform/http/description/routes.ts": descriptionRoutes(described, API, otherPaths),
  };
}

/** All routes, in the order of `openapi.json`. */
export const allRoutes = (configured: Configured) => Object.values(routesByFile(configured)).flat();

/** All pages. */
export const allPages = (configured: Configured) => Object.values(pagesByFile(configured)).flat();
