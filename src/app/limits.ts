/** Lists the limits of all features and of the platform. */

import type { Config } from "../config.ts";
import { RESERVATION_LIMITS } from "../features/advertising/adserving/holding/bounds.ts";
import { EVENT_WAITS, EVENT_WAITS_OF_USER } from "../features/distribution/events/actions.ts";
import {
  ATTEMPTS,
  BODY_BYTES,
  REPLAYED_AT_ONCE,
  SEND_TIME,
  TESTS_WAITING,
} from "../features/distribution/webhooks/deliveries/rules.ts";
import { WEBHOOKS_OF_USER } from "../features/distribution/webhooks/rules.ts";
import { EPISODES_IN_MAIL, MAIL_PAUSE } from "../features/listening/notifications/mailing/rules.ts";
import { DEVICES_OF_USER, PUSH_TIME } from "../features/listening/notifications/rules.ts";
import { ANNOTATIONS_A_SHOW } from "../features/measurement/annotations/rules.ts";
import { SERIES_BYTES, SOURCES_TOLD } from "../features/measurement/audience/rules.ts";
import { REPORT_ROWS } from "../features/measurement/campaignreports/rules.ts";
import { REPORTS_OF_TEAM } from "../features/measurement/campaignreports/saved/rules.ts";
import { pixelLimits } from "../features/measurement/counting/ledger/pixels/sending.ts";
import { SITES_A_MONTH } from "../features/measurement/counting/ledger/sources/rules.ts";
import { UNPACKED } from "../features/measurement/edgelogs/lines.ts";
import { REPORT_LINES } from "../features/measurement/reconciliation/reading/rows.ts";
import {
  ATTACHED_BYTES,
  MAIL_ATTEMPTS,
  RECIPIENTS,
  TEST_MAILS,
} from "../features/measurement/reportmails/rules.ts";
import { accountLimits } from "../features/people/accounts/routes.ts";
import { oauthLimits } from "../features/people/oauth/actions.ts";
import { unfinishedImports } from "../features/publishing/imports/actions.ts";
import { importLimits } from "../features/publishing/imports/fetching.ts";
import { audioFetchTime } from "../features/publishing/ingest/fetching.ts";
import { VIEWS_OF_USER } from "../features/studio/savedviews/rules.ts";
import { agentLimits } from "../features/web/agents/limits.ts";
import { answerLimit, answersLimit, keysLimit } from "../platform/db/idempotency.ts";
import { formFields } from "../platform/http/fields.ts";
import { jsonDepth, jsonValues } from "../platform/http/json.ts";
import { requestsLimit } from "../platform/http/ratelimit.ts";
import { UNREAD_BYTES } from "../platform/http/unread.ts";
import { wireLimits } from "../platform/http/wire.ts";
import { jobLimits } from "../platform/jobs/kinds.ts";
import type { LimitGroup } from "../platform/limits.ts";
import { pictureLimits } from "../platform/media/picture.ts";
import { paceLimits } from "../platform/net/pace.ts";
import { RESERVE_BYTES } from "../platform/storage/disk.ts";
import { diskLimit, storageLimit } from "../platform/storage/full.ts";
import { DEFAULT_PLAN } from "../platform/storage/plans.ts";
import { sanitisingTime } from "../platform/text/untrusted.ts";

/** All limits that Longwave enforces, as listed in `docs/limits.md`. */
export const allLimits = (config: Config): LimitGroup[] => [
  { title: "Connections", limits: wireLimits(config.budgets) },
  accountLimits,
  oauthLimits,
  agentLimits,
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
  {
    title: "Requests",
    limits: [requestsLimit(config.rateLimit), UNREAD_BYTES, EVENT_WAITS, EVENT_WAITS_OF_USER],
  },
  {
    title: "Webhooks",
    limits: [WEBHOOKS_OF_USER, ATTEMPTS, SEND_TIME, BODY_BYTES, TESTS_WAITING, REPLAYED_AT_ONCE],
  },
  { title: "Notifications", limits: [DEVICES_OF_USER, PUSH_TIME, MAIL_PAUSE, EPISODES_IN_MAIL] },
  { title: "Reservations of ads", limits: RESERVATION_LIMITS },
  {
    title: "Statistics",
    limits: [
      SITES_A_MONTH,
      SOURCES_TOLD,
      UNPACKED,
      SERIES_BYTES,
      ANNOTATIONS_A_SHOW,
      REPORT_LINES,
      REPORT_ROWS,
      REPORTS_OF_TEAM,
      VIEWS_OF_USER,
      RECIPIENTS,
      TEST_MAILS,
      MAIL_ATTEMPTS,
      ATTACHED_BYTES,
    ],
  },
];
