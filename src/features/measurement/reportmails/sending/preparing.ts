/** Prepares what the mails of a report have in common: the figures of the moment that they are about. */
import type { Deps } from "../../../../deps.ts";
import { textOfSheet } from "../../../../platform/http/csv.ts";
import { findOrganization } from "../../../people/organizations/store.ts";
import {
  ALL_ROWS,
  makeReport,
  type Report,
  type ReportDeps,
} from "../../campaignreports/actions.ts";
import type { SavedReportRow } from "../../campaignreports/saved/store.ts";
import { paramsOfSpec, specOfRow } from "../../campaignreports/saved/views.ts";
import { reportSheet } from "../../campaignreports/views.ts";
import { unsubscribeCode } from "../unsubscribing/codes.ts";
import { ONE_CLICK, UNSUBSCRIBE } from "../unsubscribing/views.ts";
import type { Composed, Links } from "./message.ts";

/** What the mails of a report at one moment have in common. */
export type Prepared = Readonly<{
  report: Report;
  csv: Composed["csv"];
  about: Composed["about"];
}>;

/** The report as of `due_at`. Fails with `invalid` if it has too many rows. */
export async function prepareReport(
  deps: ReportDeps,
  saved: SavedReportRow,
  due_at: Date,
): Promise<Prepared> {
  const asOf = { ...deps, clock: () => due_at };
  const report = await makeReport(asOf, saved.team_id, specOfRow(saved), ALL_ROWS);
  const organization = await findOrganization(deps.db, saved.organization_id);
  const sheet = reportSheet(report);
  return {
    report,
    csv: { name: sheet.name, text: textOfSheet(sheet) },
    about: { owner: saved.owner_name, name: saved.name, team: organization?.name ?? "" },
  };
}

type Mailed = Readonly<{ saved: SavedReportRow; report: Report; user_id: number; secret: Buffer }>;

/** Addresses of the same days, whenever they are opened; null if this server does not know its own. */
export function linksOf(
  { publicUrl }: Pick<Deps["config"], "publicUrl">,
  { saved, report: { spec, range }, user_id, secret }: Mailed,
): Links | null {
  if (publicUrl === null) return null;
  const days = paramsOfSpec({ ...spec, period: "custom", ...range });
  const params = new URLSearchParams({ team: String(saved.team_id), ...days });
  const page = `${publicUrl}/studio/ads/reports?${params}`;
  const code = unsubscribeCode(secret, { report_id: saved.report_id, user_id });
  return {
    page,
    csv: `${page}&format=csv`,
    unsubscribe: `${publicUrl}${UNSUBSCRIBE}?code=${code}`,
    oneClick: `${publicUrl}${ONE_CLICK}?code=${code}`,
  };
}
