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
  -- Filters: {type: "INCLUDE" | "EXCLUDE", matcher: "ONE_OF", values: [...]} or null. The values:
  -- ads_type "preroll", "midroll", "postroll" (INCLUDE only); geo alpha-2 codes in capitals; devices
  -- the names of the statistics, such as "Smart speaker"; os and apps names, compared without case;
  -- shows, episodes, categories ids; languages the codes of shows; tags as episodes have them;
  -- dayparts {days: [1 (Monday) to 7], from: 0 to 23, to: 1 to 24}: hours in `timezone`, `to` excluded.
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
  -- [{max, count, unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME"}]: at most max in count units.
  frequency_cap jsonb not null default '[]',
  -- {industries: [codes], advertisers: [ids], scope: "break" | "download"} or null.
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
  -- What was uploaded: for encoding it anew.
  upload_key text,
  -- Whose place it takes once it is READY: they are deleted then.
  replaces bigint[] not null default '{}',
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'READY', 'ERROR')),
  error text,
  -- ms
  duration integer,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index creatives_lineitem_id on creatives (lineitem_id);
create index creatives_upload_key on creatives (upload_key);
-- Those on their way to being READY.
create index creatives_making on creatives (creative_id) where status in ('PENDING', 'PROCESSING') and deleted_at is null;

-- A creative as it is spliced in: once per delivery profile, frames only, no header.
create table creative_files (
  creative_id bigint not null references creatives,
  profile text not null,
  media_key text not null,
  bytes bigint not null,
  frames integer not null,
  primary key (creative_id, profile)
);
create index creative_files_media_key on creative_files (media_key);

-- A deleted campaign takes its line items along, so that whoever reads those need not look at it.
create function delete_lineitems_of_campaign() returns trigger language plpgsql as $$
begin
  update lineitems
  set deleted_at = new.deleted_at, updated_at = now(), revision = nextval('revisions')
  where campaign_id = new.campaign_id and deleted_at is null;
  return null;
end $$;
create trigger campaigns_deleted after update of deleted_at on campaigns
for each row when (old.deleted_at is null and new.deleted_at is not null)
execute function delete_lineitems_of_campaign();
