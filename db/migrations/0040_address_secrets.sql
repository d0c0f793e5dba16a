-- Secrets that sign addresses which work for a while, by what the addresses are for.
create table address_secrets (
  purpose text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);
