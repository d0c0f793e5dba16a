-- Statistics by hour, episodes at equal age, and annotations (docs/statistics.md).

-- Of days: plays and downloads by UTC hour, packed like names (src/features/measurement/statistics/rules.ts). Empty for
-- months, and for days before this version until they are rebuilt.
alter table audience_rollups add column hours bytea not null default '';

-- Plays and downloads of an episode in its first n × 24 hours. One row, so that lists of thousands need no sums.
create table episode_ages (
  episode_id bigint primary key references episodes (episode_id) on delete cascade,
  plays_1 bigint not null,
  downloads_1 bigint not null,
  plays_2 bigint not null,
  downloads_2 bigint not null,
  plays_3 bigint not null,
  downloads_3 bigint not null,
  plays_7 bigint not null,
  downloads_7 bigint not null,
  plays_14 bigint not null,
  downloads_14 bigint not null,
  plays_30 bigint not null,
  downloads_30 bigint not null,
  plays_60 bigint not null,
  downloads_60 bigint not null,
  plays_90 bigint not null,
  downloads_90 bigint not null,
  plays_180 bigint not null,
  downloads_180 bigint not null,
  plays_365 bigint not null,
  downloads_365 bigint not null
) with (fillfactor = 80);

-- Episodes whose ages have to be computed again from the hours. Not unique, so that publishing never waits.
create table stale_ages (
  stale_id bigint primary key generated always as identity,
  episode_id bigint not null
);

-- Statistics compute the ages of an episode again when its date of publication changes.
create function mark_stale_ages() returns trigger language plpgsql as $$
begin
  insert into stale_ages (episode_id) values (new.episode_id);
  return null;
end $$;
create trigger episodes_ages_stale after update on episodes for each row
  when (old.published_at is distinct from new.published_at) execute function mark_stale_ages();

-- Hours and ages of what was counted before this version: `rollups.rebuild` goes through these months.
insert into rollup_rebuilds (month)
select distinct date_trunc('month', start)::date from audience_rollups where level = 2 and span = 1
on conflict do nothing;

-- Notes on the time line of a show.
create table annotations (
  annotation_id bigint primary key generated always as identity,
  show_id bigint not null references shows (show_id),
  user_id bigint not null references users (user_id),
  at timestamptz not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision bigint not null default nextval('revisions')
);
create index annotations_show_at on annotations (show_id, at, annotation_id);
create index annotations_user_id on annotations (user_id);
