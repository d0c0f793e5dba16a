-- Sums out of the indexes alone: a year of one scope is then a few pages next to each other, wherever its rows lie.

alter table ad_rollups drop constraint ad_rollups_pkey,
  add primary key (level, id, span, start, parent_id) include (impressions, revenue);
drop index ad_rollups_parent;
create index ad_rollups_parent on ad_rollups (level, parent_id, span, start) include (id, impressions, revenue);

alter table audience_rollups drop constraint audience_rollups_pkey,
  add primary key (level, id, span, start, parent_id) include (plays, downloads);
drop index audience_rollups_parent;
create index audience_rollups_parent on audience_rollups (level, parent_id, span, start)
  include (id, plays, downloads);

-- Room on a page would serve nothing any more: every update of a sum makes entries of the indexes.
create or replace function ensure_rollup_year(year integer) returns void language plpgsql as $$
declare
  parent text;
  child text;
begin
  foreach parent in array array['ad_rollups', 'audience_rollups'] loop
    child := parent || '_' || lpad(year::text, 4, '0');
    if to_regclass(child) is not null then continue; end if;
    perform pg_advisory_xact_lock(hashtext(child));
    if to_regclass(child) is not null then continue; end if;
    execute format('create table %I (like %I including defaults including constraints including storage)',
      child, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      parent, child, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  end loop;
end $$;

do $$
declare
  child regclass;
begin
  for child in select inhrelid from pg_inherits where inhparent in ('ad_rollups'::regclass, 'audience_rollups'::regclass) loop
    execute format('alter table %s reset (fillfactor)', child);
  end loop;
end $$;
