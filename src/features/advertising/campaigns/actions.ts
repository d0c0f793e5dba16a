/** Writes campaigns: checks rights, then runs one transaction. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { conflict, invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import {
  requireRecordOfTeam,
  requireTeamRole,
  type TeamRight,
} from "../../people/organizations/rights.ts";
import { lockAdvertiser } from "../advertisers/store.ts";
import type { CampaignParams, NewCampaignParams } from "./schema.ts";
import {
  type CampaignRow,
  findCampaign,
  insertCampaign,
  lockCampaign,
  updateCampaign,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** Reads the campaign if the caller has the right in its team. */
export async function readCampaign(
  { db, clock }: Needs,
  caller: Caller,
  campaign_id: number,
  right: TeamRight,
): Promise<CampaignRow> {
  return requireRecordOfTeam(
    db,
    caller,
    await findCampaign(db, campaign_id, clock()),
    "campaign",
    right,
  );
}

/** Locks the advertiser that a parameter names until the transaction ends; returns its team. */
async function holdAdvertiser(db: Executor, advertiser_id: number): Promise<number> {
  const advertiser = await lockAdvertiser(db, advertiser_id, "share");
  if (advertiser === undefined) throw invalid({ advertiser_id: "is not an advertiser" });
  return advertiser.team_id;
}

export async function createCampaign(
  { db, clock }: Needs,
  caller: Caller,
  params: NewCampaignParams,
): Promise<CampaignRow> {
  return db.transaction().execute(async (transaction) => {
    const team_id = await holdAdvertiser(transaction, params.advertiser_id);
    await requireTeamRole(transaction, caller, team_id, "write");
    const campaign_id = await insertCampaign(transaction, { ...written(params), team_id });
    return readBack(transaction, campaign_id, clock());
  });
}

export async function changeCampaign(
  deps: Needs,
  caller: Caller,
  campaign_id: number,
  params: CampaignParams,
  ifMatch: IfMatch,
): Promise<CampaignRow> {
  await readCampaign(deps, caller, campaign_id, "write");
  return deps.db.transaction().execute(async (db) => {
    const present = await lockAndRead(db, campaign_id, deps.clock());
    requireRevision(ifMatch, present.revision);
    refuseFrozen(params, present);
    const { advertiser_id = present.advertiser_id } = params;
    if (advertiser_id !== present.advertiser_id)
      if ((await holdAdvertiser(db, advertiser_id)) !== present.team_id)
        throw invalid({ advertiser_id: "belongs to another team" });
    await updateCampaign(db, campaign_id, written(params));
    return readBack(db, campaign_id, deps.clock());
  });
}

/** Deletes a campaign and its line items, unless some of them are running. */
export async function deleteCampaign(
  deps: Needs,
  caller: Caller,
  campaign_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await readCampaign(deps, caller, campaign_id, "write");
  await deps.db.transaction().execute(async (db) => {
    const present = await lockAndRead(db, campaign_id, deps.clock());
    requireRevision(ifMatch, present.revision);
    if (present.status === "RUNNING")
      throw conflict("campaign-running", "The campaign has running line items. Stop them first.");
    await updateCampaign(db, campaign_id, { deleted_at: deps.clock() });
  });
}

/** Impressions sold in one currency must not be reported in another. */
function refuseFrozen({ currency }: CampaignParams, present: CampaignRow): void {
  if (currency === undefined || currency === present.currency || !present.has_impressions) return;
  throw conflict("campaign-frozen", "currency cannot change after the first impression.");
}

/** Converts to columns. Kysely leaves out columns whose value is undefined: parameters that were not sent. */
const written = <T extends CampaignParams>({ frequency_cap, ...columns }: T) =>
  ({
    ...columns,
    ...(frequency_cap === undefined ? {} : { frequency_cap: JSON.stringify(frequency_cap) }),
  }) as Sent<Omit<T, "frequency_cap">> & { frequency_cap?: string };

type Sent<T> = { [K in keyof T]: Exclude<T[K], undefined> };

async function lockAndRead(db: Executor, campaign_id: number, at: Date): Promise<CampaignRow> {
  if ((await lockCampaign(db, campaign_id, "update")) === undefined) throw notFound("campaign");
  return readBack(db, campaign_id, at);
}

async function readBack(db: Executor, campaign_id: number, at: Date): Promise<CampaignRow> {
  const row = await findCampaign(db, campaign_id, at);
  if (row === undefined) throw notFound("campaign");
  return row;
}
