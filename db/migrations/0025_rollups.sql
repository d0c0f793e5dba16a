-- Rollups by year, and narrower: names and sketches as bytes, which neither side spells out value by value.

-- Makes the partitions of both rollups for a year. Attaching, as ensure_partition does, so that readers and
-- writers of other years go on.
create function ensure_rollup_year(year integer) returns void language plpgsql as $$
declare
  parent text;
  child text;
begin
  foreach parent in array array['ad_rollups', 'audience_rollups'] loop
    child := parent || '_' || lpad(year::text, 4, '0');
    if to_regclass(child) is not null then continue; end if;
    perform pg_advisory_xact_lock(hashtext(child));
    if to_regclass(child) is not null then continue; end if;
    -- Today's rows are written again and again: what a page has left lets them stay on it.
    execute format('create table %I (like %I including defaults including constraints including storage)
      with (fillfactor = 50)', child, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      parent, child, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  end loop;
end $$;

-- A number as a varint: seven bits a byte, the lowest first, the highest bit set where more follow.
create function pg_temp.varint(n bigint) returns bytea language plpgsql immutable as $$
declare
  packed bytea := '';
begin
  while n > 127 loop
    packed := packed || set_byte('\x00', 0, ((n & 127) | 128)::integer);
    n := n >> 7;
  end loop;
  return packed || set_byte('\x00', 0, n::integer);
end $$;

alter table ad_rollups rename to old_ad_rollups;
alter index ad_rollups_pkey rename to old_ad_rollups_pkey;
alter index ad_rollups_parent rename to old_ad_rollups_parent;
alter table audience_rollups rename to old_audience_rollups;
alter index audience_rollups_pkey rename to old_audience_rollups_pkey;
alter index audience_rollups_parent rename to old_audience_rollups_parent;

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
) partition by range (start);
create index ad_rollups_parent on ad_rollups (level, parent_id, span, start);

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
  -- How many hashes the sketch has, and the largest; null where there are none.
  hashes integer not null,
  largest bigint,
  -- Pairs of varints, by id: a name's id (of `audience_names`, of all dimensions), and how often it occurs, plays
  -- and downloads together, as zigzag (src/features/rollups/packing.ts).
  names bytea not null,
  -- The smallest hashes of the listeners, in order, eight bytes each (src/features/rollups/rules.ts).
  listeners bytea not null,
  primary key (level, id, span, start, parent_id)
) partition by range (start);
create index audience_rollups_parent on audience_rollups (level, parent_id, span, start);
-- Hashes do not get smaller by compressing them.
alter table audience_rollups alter column listeners set storage external;

select ensure_rollup_year(year) from (
  select distinct extract(year from start)::integer as year from (
    select start from old_ad_rollups union all select start from old_audience_rollups
  ) present
) years;

insert into ad_rollups select * from old_ad_rollups;
insert into audience_rollups
select level, id, span, start, parent_id, plays, downloads,
  cardinality(listeners), listeners[cardinality(listeners)],
  coalesce((select string_agg(pg_temp.varint(name_id)
      || pg_temp.varint(case when n < 0 then -2 * n - 1 else 2 * n end), '' order by name_id)
    from unnest(names, counts) as u (name_id, n)), ''),
  coalesce((select string_agg(int8send(hash), '' order by hash) from unnest(listeners) as hash), '')
from old_audience_rollups;

drop table old_ad_rollups, old_audience_rollups;
drop function pg_temp.varint(bigint);
