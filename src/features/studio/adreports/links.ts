/** Links to reports; pure. */
import { paramsOfSpec } from "../../measurement/campaignreports/saved/views.ts";
import type { ReportSpec } from "../../measurement/campaignreports/schema.ts";

export const PATH = "/studio/ads/reports";

/** A page about what a report shows. */
export const reportHref = (path: string, team_id: number, spec: ReportSpec): string =>
  `${path}?${new URLSearchParams({ team: String(team_id), ...paramsOfSpec(spec) })}`;
