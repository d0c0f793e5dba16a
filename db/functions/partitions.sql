-- revision: 2
-- Partitions of the tables that grow over time.

-- Creates a partition of `parent` if it is missing. Most deliveries grow several times within their day: free space on
-- the page saves a new index entry each time.
create or replace function ensure_partition(parent text, suffix text, first timestamptz, after timestamptz)
returns void language plpgsql as $$
declare
  child text := parent || '_' || suffix;
  fill integer := case parent when 'deliveries' then 60 else 100 end;
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(child));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints including storage) with (fillfactor = %s)',
    child, parent, fill);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first, after);
exception when duplicate_table then
  -- The previous holder of the lock has created it, which to_regclass may not have seen yet.
  return;
end $$;

-- Creates the partitions of the rollups for a year if they are missing. Free space on pages would not help here: every
-- update of a sum creates index entries.
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
