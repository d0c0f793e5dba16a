-- What advertisers book (contract §8, delivery §4). Money: prices in 10⁻⁵, sums in 10⁻⁸ of the currency.

create table advertisers (
  advertiser_id bigint primary key generated always as identity,
  team_id bigint not null references teams,
  name text not null,
  domain text,
  -- A code of the IAB content taxonomy 1.0 such as IAB22-11, or several with commas.
  iab_categories text not null,
  external_id text,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);
create index advertisers_team_id on advertisers (team_id, advertiser_id) where deleted_at is null;

create table campaigns (
  campaign_id bigint primary key generated always as identity,
  team_id bigint not null references teams,
  advertiser_id bigint not null references advertisers,
  name text not null,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  external_id text,
  -- In 10⁻⁸; null is no limit.
  budget_amount bigint check (budget_amount >= 0),
  -- As line items have it: [{max, count, unit}].
  frequency_cap jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);
create index campaigns_team_id on campaigns (team_id, campaign_id) where deleted_at is null;
create index campaigns_advertiser_id on campaigns (advertiser_id);

create table lineitems (
  lineitem_id bigint primary key generated always as identity,
  campaign_id bigint not null references campaigns,
  team_id bigint not null references teams,
  name text not null,
  external_id text,
  notes text,
  -- The operator's switch. A line item never approved is a draft, one switched off again is paused.
  active boolean not null default false,
  approved_at timestamptz,
  canceled_at timestamptz,
  priority_id smallint not null check (priority_id in (20, 30, 40, 50, 60, 70)),
  -- Both days belong to the flight, in `timezone`.
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  timezone text not null default 'UTC',
  auto_extend_days smallint not null default 0 check (auto_extend_days between 0 and 365),
  goal_pacing text not null check (goal_pacing in ('PACED', 'ASAP', 'FRONT_LOADED')),
  goal_impressions bigint check (goal_impressions >= 1),
  daily_cap bigint check (daily_cap >= 1),
  -- Bills at most the goal.
  hard_cap boolean not null default false,
  -- Of priority 20: the share of the slots it may have, in percent; null is all.
  share_of_voice smallint check (share_of_voice between 1 and 100),
  price_type text not null check (price_type in ('CPM', 'FLAT', 'NONE')),
  -- In 10⁻⁵ of the campaign's currency.
  price_amount bigint not null check (price_amount >= 0),
  -- Filters: {type, matcher, values} or null.
  target_ads_type jsonb,
  -- null, "first", "last" or a number from 1.
  target_midroll_position jsonb,
  target_geo jsonb,
  target_devices jsonb,
  target_os jsonb,
  target_apps jsonb,
  target_shows jsonb,
  target_episodes jsonb,
  target_categories jsonb,
  target_languages jsonb,
  target_tags jsonb,
  target_dayparts jsonb,
  frequency_cap jsonb not null default '[]',
  -- {industries: [...], advertisers: [...], scope: "break" | "download"} or null.
  exclusions jsonb,
  max_per_download smallint not null default 1 check (max_per_download between 1 and 20),
  third_party_impression_urls text[] not null default '{}' check (cardinality(third_party_impression_urls) <= 3),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);
create index lineitems_campaign_id on lineitems (campaign_id, lineitem_id);
create index lineitems_team_id on lineitems (team_id, lineitem_id) where deleted_at is null;
-- What may run.
create index lineitems_running on lineitems (end_date) where active and canceled_at is null and deleted_at is null;

-- The audio of a line item. A new upload is a new version: history keeps what was heard.
create table creatives (
  creative_id bigint primary key generated always as identity,
  lineitem_id bigint not null references lineitems,
  version integer not null default 1,
  weight integer not null default 100 check (weight between 0 and 1000),
  filename text not null,
  upload_key text,
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'READY', 'ERROR')),
  error text,
  -- ms
  duration integer,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index creatives_lineitem_id on creatives (lineitem_id);

-- A creative as it is spliced in: once per delivery profile, frames only, no header.
create table creative_files (
  creative_id bigint not null references creatives,
  profile text not null,
  media_key text not null,
  bytes bigint not null,
  frames integer not null,
  primary key (creative_id, profile)
);
