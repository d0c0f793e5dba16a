/** The one file that knows every feature: all routes, all jobs, and the server made of them. */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import packageJson from "../package.json" with { type: "json" };
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { accountJobs } from "./features/accounts/jobs.ts";
import { accountLimits, accountPageOptions, accountPages } from "./features/accounts/routes.ts";
import { openAdserver } from "./features/adserving/actions.ts";
import { RESERVATION_LIMITS } from "./features/adserving/holding/bounds.ts";
import { adservingJobs } from "./features/adserving/jobs.ts";
import { adservingRoutes } from "./features/adserving/routes.ts";
import { adStatisticsRoutes } from "./features/adstats/routes.ts";
import { advertiserRoutes } from "./features/advertisers/routes.ts";
import { audienceRoutes } from "./features/audience/routes.ts";
import { SERIES_BYTES, SOURCES_TOLD } from "./features/audience/rules.ts";
import { campaignRoutes } from "./features/campaigns/routes.ts";
import { hasRunningLineitems } from "./features/campaigns/store.ts";
import { collaboratorRoutes } from "./features/collaborators/routes.ts";
import { openRecorder } from "./features/counting/actions.ts";
import { countingJobs } from "./features/counting/jobs.ts";
import { pixelLimits } from "./features/counting/ledger/pixels/sending.ts";
import { SITES_A_MONTH } from "./features/counting/ledger/sources/rules.ts";
import { countingRoutes } from "./features/counting/routes.ts";
import { cuepointRoutes } from "./features/cuepoints/routes.ts";
import { chapterRoutes } from "./features/episodes/chapters/routes.ts";
import { encodingJobs } from "./features/episodes/encoding/jobs.ts";
import { waveformRoutes } from "./features/episodes/encoding/routes.ts";
import { audioFetchTime } from "./features/episodes/encoding/source.ts";
import { publishingJobs } from "./features/episodes/publishing/jobs.ts";
import { publishingRoutes } from "./features/episodes/publishing/routes.ts";
import { episodeRoutes } from "./features/episodes/routes.ts";
import { listRoutes } from "./features/explore/lists/routes.ts";
import { rankingJobs } from "./features/explore/ranking/jobs.ts";
import { exploreRoutes } from "./features/explore/routes.ts";
import { feedLane } from "./features/feeds/lane.ts";
import { pingJobs } from "./features/feeds/pings/jobs.ts";
import { pingRoutes } from "./features/feeds/pings/routes.ts";
import { feedRoutes } from "./features/feeds/routes.ts";
import { feedTagRoutes } from "./features/feedtags/routes.ts";
import { transcriptRoutes } from "./features/feedtags/transcripts/routes.ts";
import { followRoutes } from "./features/follows/routes.ts";
import { imageJobs } from "./features/images/jobs.ts";
import { imageRoutes } from "./features/images/routes.ts";
import { unfinishedImports } from "./features/imports/actions.ts";
import { importLimits } from "./features/imports/fetching.ts";
import { importJobs } from "./features/imports/jobs.ts";
import { importRoutes } from "./features/imports/routes.ts";
import { layoutRoutes } from "./features/layout/routes.ts";
import { libraryRoutes } from "./features/library/routes.ts";
import { likeRoutes } from "./features/likes/routes.ts";
import { creativeJobs } from "./features/lineitems/creatives/jobs.ts";
import { creativeRoutes } from "./features/lineitems/creatives/routes.ts";
import { lineitemRoutes } from "./features/lineitems/routes.ts";
import { mediaJobs, mediaLoops } from "./features/media/jobs.ts";
import { messageRoutes } from "./features/messages/routes.ts";
import { findOauthViewer, oauthLimits } from "./features/oauth/actions.ts";
import { oauthPaths } from "./features/oauth/description.ts";
import { oauthJobs } from "./features/oauth/jobs.ts";
import { createOauth, mountOauth } from "./features/oauth/mount.ts";
import { oauthPages } from "./features/oauth/pages.ts";
import { disconnectApps } from "./features/oauth/store.ts";
import { organizationRoutes } from "./features/organizations/routes.ts";
import { openPlayback, timelineFinder } from "./features/playback/actions.ts";
import { playbackJobs } from "./features/playback/jobs.ts";
import { playbackRoutes } from "./features/playback/routes.ts";
import type { Partners, Playback } from "./features/playback/schema.ts";
import { audioLane } from "./features/playback/sending.ts";
import { playerPages, playerRoutes } from "./features/player/routes.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { openStatistics } from "./features/rollups/actions.ts";
import { feedLoops } from "./features/rollups/clickhouse/feeding/jobs.ts";
import { rollupJobs, rollupLoops } from "./features/rollups/folding/jobs.ts";
import type { StatisticsEngine } from "./features/rollups/schema.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { searchJobs } from "./features/search/upkeep/jobs.ts";
import { showRoutes } from "./features/shows/routes.ts";
import { sitePages } from "./features/site/routes.ts";
import { openStorage } from "./features/storage/actions.ts";
import { storageJobs } from "./features/storage/jobs.ts";
import { tagRoutes } from "./features/tags/routes.ts";
import { uploadPaths } from "./features/uploads/description.ts";
import { uploadJobs } from "./features/uploads/jobs.ts";
import { mountUploads } from "./features/uploads/mount.ts";
import { createAuthenticator } from "./features/users/actions.ts";
import { userRoutes } from "./features/users/routes.ts";
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
import { openFiles } from "./platform/media/files.ts";
import { pictureLimits } from "./platform/media/picture.ts";
import { paceLimits } from "./platform/net/pace.ts";
import { RESERVE_BYTES } from "./platform/storage/disk.ts";
import { diskLimit, storageLimit } from "./platform/storage/full.ts";
import { DEFAULT_PLAN } from "./platform/storage/plans.ts";
import { sanitisingTime } from "./platform/text/untrusted.ts";

/** What the API's description says of itself. */
export const API: ApiInfo = {
  title: "Longwave API",
  version: packageJson.version,
  description: `Publish podcasts, find them, deliver them, and count what was heard.

Every answer is a JSON object with one key, \`response\`; every refusal holds an \`error\` there, with \`messages\`, \`code\`, a stable \`type\` and the \`request_id\` to quote when you ask about it.

Send parameters as multipart/form-data, urlencoded, JSON, or in the query. Send a token as \`Authorization: Bearer …\`. A GET carries an \`ETag\`; send it back as \`If-None-Match\` to be told that nothing changed, or as \`If-Match\` on a write to refuse it when somebody else was faster.`,
};

/** Every route there is. Declaring them takes `deps.config` alone; the rest is for handlers. */
export function allRoutes(deps: Deps, playback = playbackOf(deps, unheard)): Route[] {
  const routes = featureRoutes(deps, playback, openStatistics(deps));
  return [...routes, ...descriptionRoutes(routes, API, otherPaths)];
}

/** Paths that libraries answer, for the API's description. */
export const otherPaths: OtherPaths = { ...uploadPaths, ...oauthPaths };

/** Every page there is. Declaring them takes `deps.config` alone; the rest is for handlers. */
export const allPages = (deps: Deps, oauth = createOauth(deps)): Page[] => [
  ...accountPages(deps, { disconnectApps }),
  ...oauthPages(deps, oauth),
  ...sitePages(deps),
  ...playerPages(deps),
];

const playbackOf = (deps: Deps, partners: Partners): Playback =>
  openPlayback(deps, openFiles(deps.media), partners);

const featureRoutes = (deps: Deps, playback: Playback, engine: StatisticsEngine): Route[] => [
  ...userRoutes(deps),
  ...followRoutes(deps),
  ...organizationRoutes(deps, { hasRunningLineitems }),
  ...collaboratorRoutes(deps),
  ...advertiserRoutes(deps),
  ...campaignRoutes(deps),
  ...lineitemRoutes(deps),
  ...creativeRoutes(deps, playback.files),
  ...adStatisticsRoutes(deps, engine),
  ...audienceRoutes(deps, engine),
  ...showRoutes(deps),
  ...episodeRoutes(deps),
  ...publishingRoutes(deps),
  ...searchRoutes(deps),
  ...waveformRoutes(deps),
  ...playbackRoutes(playback),
  ...adservingRoutes(deps),
  ...countingRoutes(deps),
  ...libraryRoutes(deps),
  ...likeRoutes(deps),
  ...messageRoutes(deps),
  ...exploreRoutes(deps),
  ...listRoutes(deps),
  ...tagRoutes(deps),
  ...feedTagRoutes(deps),
  ...transcriptRoutes(deps, timelineFinder(playback)),
  ...feedRoutes(deps, timelineFinder(playback)),
  ...pingRoutes(deps),
  ...chapterRoutes(deps, timelineFinder(playback)),
  ...cuepointRoutes(deps),
  ...imageRoutes(deps),
  ...importRoutes(deps),
  ...referenceRoutes(),
  ...layoutRoutes(),
  ...playerRoutes(deps),
];

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

/** Every budget that Longwave enforces, as `docs/limits.md` lists them. */
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

/** What every worker looks for all the time. */
export const allLoops = (deps: Deps): Loop[] => [
  ...rollupLoops(deps),
  ...feedLoops(deps),
  ...mediaLoops(deps),
];

/**
 * The HTTP server with every route; the caller makes it listen. `partners`: others than the ad server
 * and counting of this process, which close with it.
 */
export async function buildApp(deps: Deps, partners?: Partners): Promise<FastifyInstance> {
  const own = partners ?? (await openPartners(deps));
  const playback = playbackOf(deps, own);
  const room = await openStorage(deps);
  const app = await buildServer({
    routes: allRoutes(deps, playback),
    lanes: [audioLane(playback), feedLane(deps)],
    db: deps.db,
    log: deps.log,
    tmpDir: deps.media.tmpDir,
    room,
    publicUrl: deps.config.publicUrl,
    trustProxy: deps.config.trustProxy,
    budgets: deps.config.budgets,
    rateLimit: deps.config.rateLimit,
    clock: deps.clock,
    authenticate: createAuthenticator(deps, (token) => findOauthViewer(deps, token)),
  });
  app.addHook("onClose", async () => own.close?.());
  const oauth = createOauth(deps);
  await mountOauth(app, deps, oauth);
  await mountUploads(app, deps, room);
  await mountPages(app, allPages(deps, oauth), accountPageOptions(deps));
  return app;
}

/** The ad server and counting of this process. The last answers are told before they close. */
async function openPartners(deps: Deps): Promise<Partners> {
  const recorder = await openRecorder(deps);
  const adserver = openAdserver(deps);
  const close = async () => {
    await adserver.close();
    await recorder.close();
  };
  return { adserver, recorder, close };
}

/** For routes that are only to be named: plays to everyone alike, and tells nobody. */
const unheard: Partners = {
  adserver: { chooseAds: async () => [] },
  recorder: {
    note() {},
    noteProgress() {},
    originOf: () => null,
    classify: () => ({
      ...{ app: "Unknown", source: "Unknown", device: "Others", os: "Unknown" },
      ...{ os_kind: "other", network: "consumer", country: null, exclusion: null },
    }),
    listeners: {
      keyOf: ({ address, user_agent }) =>
        createHash("sha256").update(`${address}\n${user_agent}`).digest(),
    },
  },
};
