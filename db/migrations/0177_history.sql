-- expand
-- Closed months of the ledgers and of packed lines whose rows are in Parquet files of the media store.
create table history_months (
  -- Its first day.
  month date primary key check (extract(day from month) = 1),
  -- The JSON that describes its files; null: the month is in its partitions.
  manifest_key text,
  archived_at timestamptz,
  -- Records of this month wait until it is restored.
  wanted_at timestamptz,
  restored_at timestamptz
);
create index history_months_manifest_key on history_months (manifest_key);

create table history_files (
  month date not null references history_months on delete cascade,
  ledger text not null check (ledger in ('downloads', 'impressions', 'media_parcels')),
  -- Of packed lines, which are deleted by day; the first of the month for ledgers.
  day date not null,
  file_key text not null,
  bytes bigint not null,
  rows bigint not null,
  -- SHA-256 of the rows in PostgreSQL's binary COPY format, in the order of the file.
  rows_digest bytea not null check (length(rows_digest) = 32),
  -- Which columns the file has (counting/history/schema.ts).
  version smallint not null,
  primary key (month, ledger, day)
);
create index history_files_file_key on history_files (file_key);

-- Impressions of archived months, from which flat prices accrue.
create table history_impressions (
  lineitem_id bigint not null,
  day date not null,
  impressions bigint not null,
  primary key (lineitem_id, day)
);
create index history_impressions_day on history_impressions (day);
