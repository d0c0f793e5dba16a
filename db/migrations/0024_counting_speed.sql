-- Counting at speed: what a process remembers of deliveries is not read back, and updates stay on their page.

-- How many requests there would be if nobody else had added any: where `requests` differs, somebody had.
alter table deliveries add column expected integer not null default 1;

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
  execute format('create table %I (like %I including defaults including constraints) with (fillfactor = %s)',
    child, parent, fill);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first, after);
exception when duplicate_table then
  -- Whoever held the lock before has made it. That may not have been heard of when it was looked for.
  return;
end $$;
