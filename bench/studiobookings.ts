/** Gives the person of the large studio a team with 10,000 line items in 500 campaigns of 50 advertisers. */
import type pg from "pg";
import type { StoredSound } from "../src/platform/db/rows.ts";

const BOOKINGS = { advertisers: 50, campaigns: 500, lineitems: 10_000 } as const;

/** The records whose pages are measured. */
export type Bookings = Readonly<{
  advertiser_id: number;
  campaign_id: number;
  lineitem_id: number;
}>;

/** In the client's transaction. Every tenth line item is behind, every 25th has no audio. */
export async function generateBookings(client: pg.Client): Promise<Bookings> {
  await client.query(TEAM);
  await client.query(ADVERTISERS, [BOOKINGS.advertisers]);
  await client.query(CAMPAIGNS, [BOOKINGS.campaigns, BOOKINGS.advertisers]);
  await client.query(LINEITEMS, [BOOKINGS.lineitems, BOOKINGS.campaigns]);
  await client.query(CREATIVES);
  await client.query(COUNTS);
  await client.query(PACING);
  await client.query(REASONS);
  const { rows } = await client.query<Bookings>(RECORDS);
  const [found] = rows;
  if (found === undefined) throw new Error("there are no line items");
  return found;
}

const TEAM = `
  with organization as (
    insert into organizations (name) values ('Rail Media') returning organization_id
  ), member as (
    insert into organization_members (organization_id, user_id, role)
    select organization_id, 1, 'admin' from organization
  )
  insert into teams (organization_id) select organization_id from organization`;

const TEAM_ID = "(select max(team_id) from teams)";

const ADVERTISERS = `
  insert into advertisers (team_id, name, iab_categories)
  select ${TEAM_ID}, 'Advertiser ' || n, 'IAB' || 1 + n % 26 from generate_series(1, $1::integer) n`;

const CAMPAIGNS = `
  insert into campaigns (team_id, advertiser_id, name, currency, budget_amount)
  select ${TEAM_ID}, (select max(advertiser_id) from advertisers) - n % $2::integer, 'Campaign ' || n, 'EUR',
    case when n % 3 = 0 then 100000000000 end
  from generate_series(1, $1::integer) n`;

const LINEITEMS = `
  insert into lineitems (team_id, campaign_id, name, active, approved_at, priority_id, start_date, end_date,
    goal_pacing, goal_impressions, price_type, price_amount)
  select ${TEAM_ID}, (select max(campaign_id) from campaigns) - n % $2::integer, 'Line item ' || n, true, now(),
    30 + n % 5 * 10, current_date - n % 60, current_date + n % 45, 'PACED', 1000 + n, 'CPM', 1200000
  from generate_series(1, $1::integer) n`;

/** Measured: otherwise the server would look for the audio of each while pages are measured. */
const SOUND = {
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  silence_start: 0,
  silence_end: 0,
  peaks: [],
  source: { format: "mp3", loudness_lufs: -16, true_peak_dbtp: -1, clipped: false },
} satisfies StoredSound;

const CREATIVES = `
  insert into creatives (lineitem_id, filename, status, duration, sound)
  select lineitem_id, 'ad.mp3', case when lineitem_id % 25 = 0 then 'ERROR' else 'READY' end, 30000,
    '${JSON.stringify(SOUND)}' from lineitems`;

const COUNTS = `
  insert into lineitem_counts (lineitem_id, impressions_tracked, revenue)
  select lineitem_id, lineitem_id % 900, lineitem_id % 900 * 1200000 from lineitems`;

const PACING = `
  insert into pacing (lineitem_id, on_track, due, projected)
  select lineitem_id, lineitem_id % 10 <> 0, 500, 800 from lineitems
  on conflict (lineitem_id) do nothing`;

const REASONS = `
  insert into decision_counts (lineitem_id, hour, reason, count)
  select lineitem_id, date_trunc('hour', now()) - n * interval '1 hour', reason, 10 + n
  from lineitems, generate_series(0, 12) n, unnest(array['won', 'outbid', 'throttled']) reason
  where lineitem_id % 5 = 0`;

const RECORDS = `
  select lineitem_id::integer, campaign_id::integer, advertiser_id::integer
  from lineitems join campaigns using (campaign_id) where lineitem_id % 10 = 0 order by 1 limit 1`;
