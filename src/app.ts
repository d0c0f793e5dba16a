/** Assembles all features: every route, page and job, and the server that serves them. */
import type { FastifyInstance } from "fastify";
import packageJson from "../package.json" with { type: "json" };
import { openServices, type Services } from "./app/services.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { openAdserver } from "./features/advertising/adserving/actions.ts";
import { RESERVATION_LIMITS } from "./features/advertising/adserving/holding/bounds.ts";
import { adservingJobs } from "./features/advertising/adserving/jobs.ts";
import { adservingRoutes } from "./features/advertising/adserving/routes.ts";
import { advertiserRoutes } from "./features/advertising/advertisers/routes.ts";
import { campaignRoutes } from "./features/advertising/campaigns/routes.ts";
import { creativeJobs } from "./features/advertising/lineitems/creatives/jobs.ts";
import { creativeRoutes } from "./features/advertising/lineitems/creatives/routes.ts";
import { lineitemRoutes } from "./features/advertising/lineitems/routes.ts";
import { listRoutes } from "./features/discovery/explore/lists/routes.ts";
import { rankingJobs } from "./features/discovery/explore/ranking/jobs.ts";
import { exploreRoutes } from "./features/discovery/explore/routes.ts";
import { searchRoutes } from "./features/discovery/search/routes.ts";
import { searchJobs } from "./features/discovery/search/upkeep/jobs.ts";
import { tagRoutes } from "./features/discovery/tags/routes.ts";
import { feedFastPath } from "./features/distribution/feeds/fastpath.ts";
import { pingJobs } from "./features/distribution/feeds/pings/jobs.ts";
import { pingRoutes } from "./features/distribution/feeds/pings/routes.ts";
import { feedRoutes } from "./features/distribution/feeds/routes.ts";
import { feedTagRoutes } from "./features/distribution/feedtags/routes.ts";
import { transcriptRoutes } from "./features/distribution/feedtags/transcripts/routes.ts";
import { playerPages, playerRoutes } from "./features/distribution/player/routes.ts";
import { libraryRoutes } from "./features/listening/library/routes.ts";
import { likeRoutes } from "./features/listening/likes/routes.ts";
import { messageRoutes } from "./features/listening/messages/routes.ts";
import { playbackJobs } from "./features/listening/playback/jobs.ts";
import { playbackRoutes } from "./features/listening/playback/routes.ts";
import type { DeliveryPorts } from "./features/listening/playback/schema.ts";
import { audioFastPath } from "./features/listening/playback/sending.ts";
import { audienceRoutes } from "./features/measurement/audience/routes.ts";
import { SERIES_BYTES, SOURCES_TOLD } from "./features/measurement/audience/rules.ts";
import { adStatisticsRoutes } from "./features/measurement/campaignstatistics/routes.ts";
import { openRequestRecorder } from "./features/measurement/counting/actions.ts";
import { countingJobs } from "./features/measurement/counting/jobs.ts";
import { pixelLimits } from "./features/measurement/counting/ledger/pixels/sending.ts";
import { SITES_A_MONTH } from "./features/measurement/counting/ledger/sources/rules.ts";
import { countingRoutes } from "./features/measurement/counting/routes.ts";
import { rollupJobs, rollupLoops } from "./features/measurement/statistics/aggregation/jobs.ts";
import { feedLoops } from "./features/measurement/statistics/clickhouse/feeding/jobs.ts";
import { accountJobs } from "./features/people/accounts/jobs.ts";
import { resetPages } from "./features/people/accounts/resetpages.ts";
import {
  accountLimits,
  accountPageOptions,
  accountPages,
} from "./features/people/accounts/routes.ts";
import { settingsPages } from "./features/people/accounts/settingspages.ts";
import { collaboratorRoutes } from "./features/people/collaborators/routes.ts";
import { followRoutes } from "./features/people/follows/routes.ts";
import { findOauthCaller, oauthLimits } from "./features/people/oauth/actions.ts";
import { oauthPaths } from "./features/people/oauth/description.ts";
import { oauthJobs } from "./features/people/oauth/jobs.ts";
import { mountOauth } from "./features/people/oauth/mount.ts";
import { oauthPages } from "./features/people/oauth/pages.ts";
import { organizationRoutes } from "./features/people/organizations/routes.ts";
import { createAuthenticator } from "./features/people/users/actions.ts";
import { userRoutes } from "./features/people/users/routes.ts";
import { cuepointRoutes } from "./features/publishing/cuepoints/routes.ts";
import { chapterRoutes } from "./features/publishing/episodes/chapters/routes.ts";
import { encodingJobs } from "./features/publishing/episodes/encoding/jobs.ts";
import { waveformRoutes } from "./features/publishing/episodes/encoding/routes.ts";
import { audioFetchTime } from "./features/publishing/episodes/encoding/source.ts";
import { publishingJobs } from "./features/publishing/episodes/publishing/jobs.ts";
import { publishingRoutes } from "./features/publishing/episodes/publishing/routes.ts";
import { episodeRoutes } from "./features/publishing/episodes/routes.ts";
import { imageJobs } from "./features/publishing/images/jobs.ts";
import { imageRoutes } from "./features/publishing/images/routes.ts";
import { unfinishedImports } from "./features/publishing/imports/actions.ts";
import { importLimits } from "./features/publishing/imports/fetching.ts";
import { importJobs } from "./features/publishing/imports/jobs.ts";
import { importRoutes } from "./features/publishing/imports/routes.ts";
import { mediaJobs, mediaLoops } from "./features/publishing/media/jobs.ts";
import { referenceRoutes } from "./features/publishing/reference/routes.ts";
import { showRoutes } from "./features/publishing/shows/routes.ts";
import { openStorage } from "./features/publishing/storage/actions.ts";
import { storageJobs } from "./features/publishing/storage/jobs.ts";
import { uploadPaths } from "./features/publishing/uploads/description.ts";
import { uploadJobs } from "./features/publishing/uploads/jobs.ts";
import { mountUploads } from "./features/publishing/uploads/mount.ts";
import { layoutRoutes } from "./features/web/layout/routes.ts";
import { listPages } from "./features/web/site/listroutes.ts";
import { sitePages } from "./features/web/site/routes.ts";
import { answerLimit, answersLimit, keysLimit } from "./platform/db/idempotency.ts";
import { descriptionRoutes } from "./platform/http/description/routes.ts";
import { formFields } from "./platform/http/fields.ts";
import { jsonDepth, jsonValues } from "./platform/http/json.ts";
import type { ApiInfo, OtherPaths } from "./platform/http/openapi.ts";
import { mountPages, type Page } from "./platform/http/pages.ts";
import { requestsLimit } from "./platform/http/ratelimit.ts";
import { replayJobs } from "./platform/http/replay.ts";
import type { Route } from "./platform/http/route.ts";
import { buildServer } from "./platform/http/server.ts";
import { UNREAD_BYTES } from "./platform/http/unread.ts";
import { wireLimits } from "./platform/http/wire.ts";
import type { Job } from "./platform/jobs/job.ts";
import { jobLimits } from "./platform/jobs/kinds.ts";
import type { Loop } from "./platform/jobs/loop.ts";
import type { LimitGroup } from "./platform/limits.ts";
import { pictureLimits } from "./platform/media/picture.ts";
import { paceLimits } from "./platform/net/pace.ts";
import { RESERVE_BYTES } from "./platform/storage/disk.ts";
import { diskLimit, storageLimit } from "./platform/storage/full.ts";
import { DEFAULT_PLAN } from "./platform/storage/plans.ts";
import { sanitisingTime } from "./platform/text/untrusted.ts";

/** General information in the API description. */
export const API: ApiInfo = {
  title: "Longwave API",
  version: packageJson.version,
  description: `Publish podcasts, search and deliver them, book ads in them, and count downloads and listeners.

Every JSON response under \`/v2\` is an object with one key, \`response\`. An error response has an \`error\` there, with \`messages\`, \`code\`, a stable \`type\`, and the \`request_id\` to quote when you report a problem.

Send parameters as multipart/form-data, urlencoded, as JSON, or in the query. Send your token as \`Authorization: Bearer …\`.

The response to a GET has an \`ETag\`. Send it as \`If-None-Match\` to get 304 if nothing has changed, or as \`If-Match\` with a write to get 412 if the record has changed since then.`,
  tags: {
    Users: "Accounts, followers and blocked users.",
    Organizations: "Organizations, their members and the shows of their networks.",
    Collaborators: "Users who can edit one show, or all shows, of another user.",
    Shows: "Podcasts, each with a feed of its own.",
    Episodes: "Episodes, their audio and when they are published.",
    "Resumable uploads": "Large audio files in several requests, by the tus protocol 1.0.",
    Chapters: "Chapters of an episode.",
    Transcripts: "Transcripts of an episode, as files or links.",
    Cuepoints: "The ad breaks of an episode.",
    "Feed tags": "Data that only feeds contain: the tags of the Podcasting 2.0 namespace.",
    Imports: "Shows created from existing podcast feeds.",
    Feeds: "Podcast feeds, the files they link to, and how they are served.",
    Playback: "Playing and downloading the audio of episodes, with ads.",
    Media: "Files whose URLs other responses contain.",
    Embedding: "oEmbed, for editors that turn links into players.",
    Search: "Full-text search of shows and episodes.",
    Explore: "Curated lists, and the shows of categories.",
    Tags: "Episodes by tag.",
    Favorites: "The shows a user follows.",
    Likes: "The episodes a user likes.",
    Bookmarks: "The episodes a user keeps for later.",
    Messages: "Public messages about episodes.",
    Advertising: "Advertisers, their campaigns, line items and creatives.",
    "Campaign statistics": "Impressions and revenue of campaigns and line items.",
    "Audience statistics":
      "Plays, downloads and listeners of organizations, users, shows and episodes.",
    Statistics: "How downloads and ads are counted.",
    "Reference data": "Categories, languages and countries.",
    "OAuth 2": "The authorization server for apps (RFC 6749, RFC 7636, RFC 8628).",
    Pages: "Styles and scripts of the web pages.",
    Reference: "This description of the API.",
  },
};

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

type RoutesByFile = Readonly<Record<string, readonly Route<Services>[]>>;
type PagesByFile = Readonly<Record<string, readonly Page<Services>[]>>;

/** What declares a route or page may depend on. */
type Configured = Pick<Deps, "config">;

/** All routes by file, with those that describe the others. */
export function routesByFile({ config }: Configured): RoutesByFile {
  const features = featureRoutes(config);
  const described = Object.values(features).flat();
  return {
    ...features,
    "src/platform/http/description/routes.ts": descriptionRoutes(described, API, otherPaths),
  };
}

export const allRoutes = (configured: Configured) => Object.values(routesByFile(configured)).flat();

export const allPages = (configured: Configured) => Object.values(pagesByFile(configured)).flat();

export const allJobs = (deps: Deps): Job[] => [
  ...imageJobs(deps),
  ...searchJobs(deps),
  ...publishingJobs(deps),
  ...mediaJobs(deps),
  ...playbackJobs(deps),
  ...encodingJobs(deps),
  ...creativeJobs(deps),
  ...uploadJobs(deps),
  ...importJobs(deps),
  ...pingJobs(deps),
  ...countingJobs(deps),
  ...rankingJobs(deps),
  ...adservingJobs(deps),
  ...accountJobs(deps),
  ...oauthJobs(deps),
  ...replayJobs(deps),
  ...rollupJobs(deps),
  ...storageJobs(deps),
];

/** All limits that Longwave enforces, as listed in `docs/limits.md`. */
export const allLimits = (config: Config): LimitGroup[] => [
  { title: "Connections", limits: wireLimits(config.budgets) },
  accountLimits,
  oauthLimits,
  { title: "Idempotency", limits: [answerLimit, keysLimit, answersLimit] },
  {
    title: "Storage",
    limits: [
      storageLimit(config.plans.get(DEFAULT_PLAN) ?? Number.POSITIVE_INFINITY),
      diskLimit(config.diskReserveBytes ?? RESERVE_BYTES),
    ],
  },
  { title: "Parsing", limits: [formFields, jsonDepth, jsonValues, sanitisingTime] },
  { title: "Background work", limits: [...jobLimits(), unfinishedImports, ...pixelLimits] },
  { title: "Pictures", limits: pictureLimits },
  { title: "Fetching from other hosts", limits: [...paceLimits, audioFetchTime, ...importLimits] },
  { title: "Requests", limits: [requestsLimit(config.rateLimit), UNREAD_BYTES] },
  { title: "Reservations of ads", limits: RESERVATION_LIMITS },
  { title: "Statistics", limits: [SITES_A_MONTH, SOURCES_TOLD, SERIES_BYTES] },
];

/** The loops that every worker runs. */
export const allLoops = (deps: Deps): Loop[] => [
  ...rollupLoops(deps),
  ...feedLoops(deps),
  ...mediaLoops(deps),
];

/**
 * The HTTP server with every route; it does not listen yet. `ports`: delivery ports that replace the ad server and
 * counting of this process; they are closed with the server.
 */
export async function buildApp(deps: Deps, ports?: DeliveryPorts): Promise<FastifyInstance> {
  const own = ports ?? (await openPorts(deps));
  const services = openServices(deps, own);
  const room = await openStorage(deps);
  const app = await buildServer(allRoutes(deps), services, {
    fastPaths: [audioFastPath(services.playback), feedFastPath(deps)],
    db: deps.db,
    log: deps.log,
    tmpDir: deps.media.tmpDir,
    room,
    publicUrl: deps.config.publicUrl,
    trustProxy: deps.config.trustProxy,
    budgets: deps.config.budgets,
    rateLimit: deps.config.rateLimit,
    clock: deps.clock,
    authenticate: createAuthenticator(deps, (token) => findOauthCaller(deps, token)),
  });
  app.addHook("onClose", async () => own.close?.());
  await mountOauth(app, deps, services.oauth);
  await mountUploads(app, deps, room);
  await mountPages(app, allPages(deps), services, accountPageOptions(deps));
  return app;
}

/** The ad server and counting of this process. Outstanding responses are reported before they close. */
async function openPorts(deps: Deps): Promise<DeliveryPorts> {
  const recorder = await openRequestRecorder(deps);
  const adserver = openAdserver(deps);
  const close = async () => {
    await adserver.close();
    await recorder.close();
  };
  return { adserver, recorder, close };
}
