/** Rows of the rights matrix for statistics, generated like their routes. */
import { BREAKDOWNS } from "../../src/features/measurement/audience/breakdowns.ts";
import {
  AUDIENCE_LEVELS,
  type AudienceLevel,
} from "../../src/features/measurement/statistics/schema.ts";
import type { Actor, Stage } from "./cast.ts";
import type { Row } from "./matrix.ts";

const QUERY = "?from=2026-01-01&to=2026-01-31&group=day";

const AD_READERS: readonly Actor[] = ["org_admin", "org_analyst", "org_ad_manager", "admin"];
const AD_PATHS = {
  organization: [
    "campaigns/campaign-statistics/impressions/totals",
    "campaign-report",
    "campaign-report.csv",
  ],
  campaign: [
    "lineitems/campaign-statistics/impressions/totals",
    "campaign-statistics/impressions/totals",
  ],
  lineitem: ["campaign-statistics/impressions/totals"],
};
const AD_IDS: Record<keyof typeof AD_PATHS, (stage: Stage) => Promise<number>> = {
  organization: async (stage) => stage.organization_id,
  campaign: (stage) => stage.newCampaign(),
  lineitem: (stage) => stage.newLineitem(),
};

const MEMBERS: readonly Actor[] = [
  ...["org_admin", "org_editor", "org_analyst", "org_ad_manager", "admin"],
] as Actor[];
const NETWORK: readonly Actor[] = [...MEMBERS, "owner", "owner_statistics", "network"];
const READERS: Record<AudienceLevel, readonly Actor[]> = {
  organization: MEMBERS,
  user: NETWORK,
  show: [...NETWORK, "collaborator"],
  episode: [...NETWORK, "collaborator"],
};
const IDS: Record<AudienceLevel, (stage: Stage) => Promise<number>> = {
  organization: async (stage) => stage.organization_id,
  user: async (stage) => stage.owner.user_id,
  show: (stage) => stage.newShow(),
  episode: async (stage) => (await stage.newEpisode()).episode_id,
};
const LISTS: Partial<Record<AudienceLevel, string>> = {
  organization: "users",
  user: "shows",
  show: "episodes",
};

const rowOf = (
  noun: string,
  rest: string,
  idOf: (stage: Stage) => Promise<number>,
  may: readonly Actor[],
) =>
  [
    `GET /v2/${noun}s/:${noun}_id/${rest}`,
    { to: async (stage: Stage) => `/v2/${noun}s/${await idOf(stage)}/${rest}${QUERY}`, may },
  ] as [string, Row];

export const STATISTICS: Record<string, Row> = Object.fromEntries([
  ...Object.entries(AD_PATHS).flatMap(([noun, paths]) =>
    [
      ...[
        "campaign-statistics",
        "campaign-statistics/impressions",
        "campaign-statistics/impressions.csv",
      ],
      ...paths,
    ].map((rest) => rowOf(noun, rest, AD_IDS[noun as keyof typeof AD_IDS], AD_READERS)),
  ),
  ...AUDIENCE_LEVELS.flatMap((level) =>
    [
      "statistics",
      "statistics/exclusions",
      ...BREAKDOWNS.filter(({ levels }) => levels.includes(level)).flatMap(({ name }) => [
        `statistics/${name}`,
        `statistics/${name}.csv`,
      ]),
      ...(LISTS[level] ? ["statistics/ages", `${LISTS[level]}/statistics/plays/totals`] : []),
    ].map((rest) => rowOf(level, rest, IDS[level], READERS[level])),
  ),
]);
