/** Lists the background work of all features. */
import type { Deps } from "../deps.ts";
import { adservingJobs } from "../features/advertising/adserving/jobs.ts";
import { creativeJobs } from "../features/advertising/lineitems/creatives/jobs.ts";
import { soundJobs } from "../features/advertising/lineitems/creatives/sound/jobs.ts";
import { rankingJobs } from "../features/discovery/explore/ranking/jobs.ts";
import { searchJobs } from "../features/discovery/search/upkeep/jobs.ts";
import { eventJobs, eventLoops } from "../features/distribution/events/jobs.ts";
import { pingJobs } from "../features/distribution/feeds/pings/jobs.ts";
import { webhookJobs, webhookLoops } from "../features/distribution/webhooks/deliveries/jobs.ts";
import {
  notificationJobs,
  notificationLoops,
} from "../features/listening/notifications/announcing/jobs.ts";
import { episodeMailJobs } from "../features/listening/notifications/mailing/jobs.ts";
import { playbackJobs } from "../features/listening/playback/jobs.ts";
import { audienceMailJobs } from "../features/measurement/audiencemails/sending/jobs.ts";
import { countingJobs } from "../features/measurement/counting/jobs.ts";
import { edgeLogJobs } from "../features/measurement/edgelogs/jobs.ts";
import { edgeLogLoops } from "../features/measurement/edgelogs/places/jobs.ts";
import { reportMailJobs } from "../features/measurement/reportmails/sending/jobs.ts";
import { rollupJobs, rollupLoops } from "../features/measurement/statistics/aggregation/jobs.ts";
import { feedLoops } from "../features/measurement/statistics/clickhouse/feeding/jobs.ts";
import { backupJobs } from "../features/operations/backup/jobs.ts";
import { accountJobs } from "../features/people/accounts/jobs.ts";
import { auditJobs } from "../features/people/audit/jobs.ts";
import { oauthJobs } from "../features/people/oauth/jobs.ts";
import { encodingJobs } from "../features/publishing/episodes/encoding/jobs.ts";
import { publishingJobs } from "../features/publishing/episodes/publishing/jobs.ts";
import { imageJobs } from "../features/publishing/images/jobs.ts";
import { importJobs } from "../features/publishing/imports/jobs.ts";
import { mediaJobs, mediaLoops } from "../features/publishing/media/jobs.ts";
import { storageJobs } from "../features/publishing/storage/jobs.ts";
import { uploadJobs } from "../features/publishing/uploads/jobs.ts";
import { openSiteIdentity } from "../features/web/identity/actions.ts";
import { changeJobs } from "../platform/db/changes.ts";
import { replayJobs } from "../platform/http/replay.ts";
import type { Job } from "../platform/jobs/job.ts";
import type { Loop } from "../platform/jobs/loop.ts";
import { migrationJobs } from "../platform/jobs/migrations/jobs.ts";
import { allMigrations } from "./migrations.ts";

/** All background jobs. */
export const allJobs = (deps: Deps): Job[] => [
  ...imageJobs(deps),
  ...searchJobs(deps),
  ...publishingJobs(deps),
  ...mediaJobs(deps),
  ...playbackJobs(deps),
  ...encodingJobs(deps),
  ...creativeJobs(deps),
  ...soundJobs(deps),
  ...uploadJobs(deps),
  ...importJobs(deps),
  ...pingJobs(deps),
  ...eventJobs(deps),
  ...webhookJobs({ ...deps, ...openSiteIdentity(deps) }),
  ...notificationJobs(deps),
  ...episodeMailJobs({ ...deps, ...openSiteIdentity(deps) }),
  ...countingJobs(deps),
  ...edgeLogJobs(deps),
  ...rankingJobs(deps),
  ...adservingJobs(deps),
  ...auditJobs(deps),
  ...accountJobs({ ...deps, ...openSiteIdentity(deps) }),
  ...oauthJobs(deps),
  ...replayJobs(deps),
  ...changeJobs(deps),
  ...rollupJobs(deps),
  ...audienceMailJobs({ ...deps, ...openSiteIdentity(deps) }),
  ...reportMailJobs({ ...deps, ...openSiteIdentity(deps) }),
  ...storageJobs(deps),
  ...backupJobs(deps),
  ...migrationJobs(deps, allMigrations),
];

/** The loops that every worker runs. */
export const allLoops = (deps: Deps): Loop[] => [
  ...rollupLoops(deps),
  ...feedLoops(deps),
  ...edgeLogLoops(deps),
  ...mediaLoops(deps),
  ...eventLoops(deps),
  ...webhookLoops(deps),
  ...notificationLoops(deps),
];
