/** Writes advertisers: checks rights, then runs one transaction. */
import type { Insertable } from "kysely";
import type { Deps } from "../../../deps.ts";
import type { Advertisers } from "../../../platform/db/rows.ts";
import { conflict, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import {
  chooseTeam,
  requireRecordOfTeam,
  type TeamRight,
} from "../../people/organizations/rights.ts";
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

/** Reads the advertiser if the caller has the right in its team. */
export async function readAdvertiser(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  advertiser_id: number,
  right: TeamRight,
): Promise<AdvertiserRow> {
  return requireRecordOfTeam(
    db,
    caller,
    await findAdvertiser(db, advertiser_id),
    "advertiser",
    right,
  );
}

export async function createAdvertiser(
  { db }: Needs,
  caller: Caller,
  { team_id, ...params }: NewAdvertiserParams,
): Promise<AdvertiserRow> {
  const values = { ...params, team_id: await chooseTeam(db, caller, team_id) };
  // Kysely leaves out columns whose value is undefined: parameters that were not sent.
  return insertAdvertiser(db, values as Insertable<Advertisers>);
}

export async function changeAdvertiser(
  deps: Needs,
  caller: Caller,
  advertiser_id: number,
  params: AdvertiserParams,
  ifMatch: IfMatch,
): Promise<AdvertiserRow> {
  await readAdvertiser(deps, caller, advertiser_id, "write");
  return deps.db.transaction().execute(async (db) => {
    const present = await lockAdvertiser(db, advertiser_id, "update");
    if (present === undefined) throw notFound("advertiser");
    requireRevision(ifMatch, present.revision);
    return updateAdvertiser(db, advertiser_id, params);
  });
}

export async function deleteAdvertiser(
  deps: Needs,
  caller: Caller,
  advertiser_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await readAdvertiser(deps, caller, advertiser_id, "write");
  await deps.db.transaction().execute(async (db) => {
    const present = await lockAdvertiser(db, advertiser_id, "update");
    if (present === undefined) throw notFound("advertiser");
    requireRevision(ifMatch, present.revision);
    if (await hasCampaigns(db, advertiser_id))
      throw conflict(
        "advertiser-not-empty",
        "The advertiser still has campaigns. Delete them first.",
      );
    await updateAdvertiser(db, advertiser_id, { deleted_at: deps.clock() });
  });
}
