-- revision: 1
-- Partitions of the tables that grow by time.

-- Most deliveries grow several times in their day: room on the page saves an entry of the index each time.
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
  -- Whoever held the lock before has made it. That may not have been heard of when it was looked for.
  return;
end $$;

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
