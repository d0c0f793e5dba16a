/** Tests that an upgrade keeps reservations and claims, which hold ads while a rendition is made. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { useDatabaseBefore } from "../../../../../test/setup/upgrade.ts";
import { openDatabase } from "../../../../platform/db/database.ts";
import { reserve, settle } from "../actions.ts";

const { old, upgrade } = useDatabaseBefore("0032_claims.sql");

/** A line item in a campaign, in the columns that the older version had. */
async function makeBooking() {
  const { rows } = await old.pool.query(`
    with organization as (
      insert into organizations (name) values ('House') returning organization_id
    ), team as (
      insert into teams (organization_id) select organization_id from organization returning team_id
    ), advertiser as (
      insert into advertisers (team_id, name, iab_categories) select team_id, 'Tea', 'IAB8' from team
      returning team_id, advertiser_id
    ), campaign as (
      insert into campaigns (team_id, advertiser_id, name) select team_id, advertiser_id, 'Spring' from advertiser
      returning team_id, campaign_id
    )
    insert into lineitems (team_id, campaign_id, name, priority_id, start_date, end_date, goal_pacing,
      price_type, price_amount)
    select team_id, campaign_id, 'Tea', 40, '2026-05-01', '2026-05-31', 'ASAP', 'CPM', 1 from campaign
    returning lineitem_id, campaign_id`);
  return rows[0] as { lineitem_id: number; campaign_id: number };
}

test("an upgrade keeps reservations, and claims are still replaced by the ads of their rendition", async () => {
  const ad = await makeBooking();
  const [claiming, listening] = [randomBytes(16), randomBytes(16)];
  const [former, sent, made] = [randomBytes(16), randomBytes(32), randomBytes(32)];
  const at = new Date();
  const expires_at = new Date(at.getTime() + 60_000);
  await old.pool.query(
    `insert into reservations (digest, segment, listener, lineitem_id, campaign_id, reserved_at, expires_at, flowing_at)
     values ($1, 0, $2, $5, $6, $7, $8, null), ($3, 2, $4, $5, $6, $7, $8, $7)`,
    [former, claiming, sent, listening, ad.lineitem_id, ad.campaign_id, at, expires_at],
  );
  const { rows: before } = await old.pool.query(
    "select reservation_id from reservations where digest = $1",
    [sent],
  );
  expect(await upgrade()).toContain("0032_claims.sql");

  const db = openDatabase(old.pool);
  const ads = [{ ...ad, segment: 1 }];
  await reserve(db, { digest: made, listener: claiming, origin: null, ads, at, expires_at });
  const { rows } = await old.pool.query(
    "select digest, segment from reservations order by segment",
  );
  expect(rows).toEqual([
    { digest: made, segment: 1 },
    { digest: sent, segment: 2 },
  ]);
  await settle(db, [{ ...ad, digest: sent, segment: 2, listener: listening, at, quantity: 1 }]);
  const { rows: settled } = await old.pool.query("select digest, reservation_id from exposures");
  expect(settled).toEqual([{ digest: sent, ...before[0] }]);
});
