-- Rollups of the ledgers, so that what a question costs does not grow with the events (docs/statistics.md).

-- Folding finds what a batch wrote; equal keys share their entry, so that this costs the ledgers little.
create index downloads_batch_id on downloads (batch_id);
create index impressions_batch_id on impressions (batch_id);
create index accruals_batch_id on accruals (batch_id);

-- Months before this one have rows of their own; later ones are read from their days. Only grows.
create table rollup_state (
  only_row boolean primary key default true check (only_row),
  closed_until date not null
);
insert into rollup_state (closed_until) values ('0001-01-01');

-- Sums by day (span 1) and by closed month (span 2; `start` is its first day). Levels: 0 line item, 1 campaign,
-- 2 team. `parent_id`: the campaign or team it belonged to when that was booked; 0 above teams.
create table ad_rollups (
  level smallint not null,
  id bigint not null,
  span smallint not null,
  start date not null,
  parent_id bigint not null,
  impressions bigint not null,
  -- In 10⁻⁸; a month of a small currency's team passes 2⁶³.
  revenue numeric not null,
  primary key (level, id, span, start, parent_id)
) with (fillfactor = 80);
create index ad_rollups_parent on ad_rollups (level, parent_id, span, start);

-- Every source, device, system and country there was. Dimensions: 0 source, 1 device, 2 os, 3 country.
create table audience_names (
  name_id integer primary key generated always as identity,
  dimension smallint not null,
  -- Of systems: desktop, mobile or other.
  kind text not null,
  -- "" is the unknown country.
  name text not null,
  unique (dimension, kind, name)
);

-- The same of downloads, how they are made up, and a sketch of who listened. Levels: 0 episode, 1 show, 2 user,
-- 3 organization.
create table audience_rollups (
  level smallint not null,
  id bigint not null,
  span smallint not null,
  start date not null,
  parent_id bigint not null,
  plays bigint not null,
  downloads bigint not null,
  -- Ids of `audience_names` in order, of all dimensions, and how often each: plays and downloads together.
  names integer[] not null,
  counts bigint[] not null,
  -- The smallest hashes of the listeners, in order (src/features/rollups/rules.ts).
  listeners bigint[] not null,
  primary key (level, id, span, start, parent_id)
) with (fillfactor = 80);
create index audience_rollups_parent on audience_rollups (level, parent_id, span, start);

-- Months that `longwave statistics rebuild` has still to go through.
create table rollup_rebuilds (
  month date primary key
);

-- New likes and followers by date.
create index likes_episode_created on likes (episode_id, created_at) where removed_at is null;
create index follows_followed_created on follows (followed_id, created_at) where removed_at is null;
