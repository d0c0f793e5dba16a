/** Converts saved reports to what they ask for, and to the wire; pure. */
import { wireTime } from "../../../../platform/text/time.ts";
import { DIMENSIONS, type Dimension, type Period } from "../rules.ts";
import type { ReportSpec } from "../schema.ts";
import type { SavedReportRow } from "./store.ts";

/** What the report shows. */
export const specOfRow = (row: SavedReportRow): ReportSpec => ({
  period: row.period as Period,
  from: row.first_day,
  to: row.last_day,
  dimensions: DIMENSIONS.filter((one) => row.dimensions.includes(one)),
  advertiser_id: row.advertiser_id,
  campaign_id: row.campaign_id,
  lineitem_id: row.lineitem_id,
});

/** Columns of what a report shows. */
export const columnsOfSpec = ({ from, to, dimensions, ...rest }: ReportSpec) => ({
  ...rest,
  first_day: from,
  last_day: to,
  dimensions: [...dimensions],
});

/** What a report shows as parameters of a URL, without those that are empty. */
export function paramsOfSpec({ dimensions, ...rest }: ReportSpec): Record<string, string> {
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  const texts = given.map(([key, value]) => [key, String(value)] as const);
  return { ...Object.fromEntries(texts), dimensions: dimensions.join(",") };
}

export function savedReportView(row: SavedReportRow, baseUrl: string) {
  const spec = specOfRow(row);
  const params = new URLSearchParams(paramsOfSpec(spec));
  return {
    report_id: row.report_id,
    organization_id: row.organization_id,
    user_id: row.user_id,
    name: row.name,
    ...spec,
    dimensions: spec.dimensions as Dimension[],
    report_url: `${baseUrl}/v2/organizations/${row.organization_id}/campaign-report?${params}`,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  };
}
