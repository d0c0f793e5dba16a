-- Counting at speed: what a process remembers of deliveries is not read back, and updates stay on their page.

-- How many requests there would be if nobody else had added any: where `requests` differs, somebody had.
alter table deliveries add column expected integer not null default 1;
-- Of the address alone, hashed likewise, for rule 6; null where it is known to be shared by many.
alter table deliveries add column address bytea;

-- Records as the journal had them, many to a row: packed they cost a tenth of a row each. What was kept
-- in `media_records` before goes with its days.
create table media_parcels (
  -- The UTC day that they are of; a partition a day.
  day timestamptz not null,
  -- The first four bits of their listeners' keys: a day may have more records than fit into memory.
  slice smallint not null,
  records integer not null,
  -- Lines of a journal, compressed by Zstandard.
  lines bytea not null
) partition by range (day);
alter table media_parcels alter column lines set storage external;
create index media_parcels_slice on media_parcels (slice);

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
