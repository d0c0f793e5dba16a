-- Feeding the ledgers to a ClickHouse, each row exactly once (docs/decisions/clickhouse.md).

-- What is sent at once: some batches, the same ones in the same order however often it must be sent.
create table parcels (
  parcel_id bigint primary key generated always as identity,
  -- How often sending was begun, to the ClickHouse that is fed now: from the second time on it may have some.
  attempts integer not null default 0,
  sent_at timestamptz,
  -- Rows sent of each kind, once it is sent.
  ad_events bigint,
  audience_events bigint
);
create index parcels_unsent on parcels (parcel_id) where sent_at is null;

-- null: in no parcel yet. Commits do not come in the order of ids, so no id says "up to here".
alter table ledger_batches add column parcel_id bigint;
create index ledger_batches_unpacked on ledger_batches (batch_id) where parcel_id is null;
create index ledger_batches_parcel_id on ledger_batches (parcel_id) where parcel_id is not null;

-- Which ClickHouse is fed.
create table parcel_feed (
  only_row boolean primary key default true check (only_row),
  -- This ledger's own name there, so that two Longwaves never mix theirs.
  source_id uuid not null default gen_random_uuid(),
  -- What that ClickHouse calls itself; null before the first.
  feed_id uuid
);
insert into parcel_feed default values;
