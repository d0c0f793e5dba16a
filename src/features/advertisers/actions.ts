/** Writes of advertisers: rights, then one transaction. */
import type { Insertable } from "kysely";
import type { Deps } from "../../deps.ts";
import type { Advertisers } from "../../platform/db/rows.ts";
import { conflict, notFound } from "../../platform/failure.ts";
import { requireRevision } from "../../platform/http/caching.ts";
import type { IfMatch, Viewer } from "../../platform/http/route.ts";
import { chooseTeam, requireTeam, type TeamRight } from "../organizations/rights.ts";
import type { AdvertiserParams, NewAdvertiserParams } from "./schema.ts";
import {
  type AdvertiserRow,
  findAdvertiser,
  hasCampaigns,
  insertAdvertiser,
  lockAdvertiser,
  updateAdvertiser,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** The advertiser, for who has the right to its team's. */
export async function readAdvertiser(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  advertiser_id: number,
  right: TeamRight,
): Promise<AdvertiserRow> {
  const row = await findAdvertiser(db, advertiser_id);
  if (row === undefined) throw notFound("advertiser");
  await requireTeam(db, viewer, row.team_id, right);
  return row;
}

export async function createAdvertiser(
  { db }: Needs,
  viewer: Viewer,
  { team_id, ...params }: NewAdvertiserParams,
): Promise<AdvertiserRow> {
  const values = { ...params, team_id: await chooseTeam(db, viewer, team_id) };
  // Kysely leaves out columns whose value is undefined: parameters that were not sent.
  return insertAdvertiser(db, values as Insertable<Advertisers>);
}

export async function changeAdvertiser(
  deps: Needs,
  viewer: Viewer,
  advertiser_id: number,
  params: AdvertiserParams,
  ifMatch: IfMatch,
): Promise<AdvertiserRow> {
  await readAdvertiser(deps, viewer, advertiser_id, "write");
  return deps.db.transaction().execute(async (db) => {
    const present = await lockAdvertiser(db, advertiser_id, "update");
    if (present === undefined) throw notFound("advertiser");
    requireRevision(ifMatch, present.revision);
    return updateAdvertiser(db, advertiser_id, params);
  });
}

export async function deleteAdvertiser(
  deps: Needs,
  viewer: Viewer,
  advertiser_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await readAdvertiser(deps, viewer, advertiser_id, "write");
  await deps.db.transaction().execute(async (db) => {
    const present = await lockAdvertiser(db, advertiser_id, "update");
    if (present === undefined) throw notFound("advertiser");
    requireRevision(ifMatch, present.revision);
    if (await hasCampaigns(db, advertiser_id))
      throw conflict("advertiser-not-empty", "The advertiser still has campaigns.");
    await updateAdvertiser(db, advertiser_id, { deleted_at: deps.clock() });
  });
}
