-- Counting downloads and ads (delivery §2; docs/counting.md).

-- Secrets under which addresses are hashed; the raw address is never stored.
create table listener_secrets (
  secret_id integer primary key generated always as identity,
  secret bytea not null,
  valid_from timestamptz not null unique
);

-- Journal files (or parts of them) that have been applied: applying one again changes nothing.
create table journal_marks (
  journal_id uuid primary key,
  -- Everything before this byte has been applied.
  applied_bytes bigint not null,
  updated_at timestamptz not null default now()
);

-- Minimised records of media responses, kept some days so that counts can be made again.
create table media_records (
  record_id bigint generated always as identity,
  at timestamptz not null,
  episode_id bigint not null,
  digest bytea,
  listener bytea not null,
  method text not null,
  status smallint not null,
  purpose text not null,
  -- Bytes of the rendition that were flushed.
  sent int8multirange not null,
  probe boolean not null default false,
  user_agent text not null default '',
  referrer text,
  country text,
  network text not null,
  -- Why it does not count, null when it may.
  exclusion text
);
create index media_records_at on media_records using brin (at);

-- What a listener has of one rendition in one window: a union, so replays and disorder change nothing.
create table deliveries (
  listener bytea not null,
  episode_id bigint not null,
  window_start timestamptz not null,
  digest bytea not null,
  sent int8multirange not null,
  counted boolean not null default false,
  primary key (window_start, listener, episode_id, digest)
);

-- One row a transaction that wrote to the ledgers: what rollups and outside engines are fed by, once each.
create table ledger_batches (
  batch_id bigint primary key generated always as identity,
  created_at timestamptz not null default now(),
  folded_at timestamptz
);
create index ledger_batches_unfolded on ledger_batches (batch_id) where folded_at is null;

-- The ledger of counted downloads. Rows are never changed: a recount adds one with quantity -1, or
-- +1 again, under the next `correction`.
create table downloads (
  window_start timestamptz not null,
  listener bytea not null,
  episode_id bigint not null,
  correction smallint not null default 0,
  quantity smallint not null default 1 check (quantity in (-1, 1)),
  batch_id bigint not null,
  at timestamptz not null,
  show_id bigint not null,
  author_id bigint not null,
  -- The organization whose network the author was; null without one.
  organization_id bigint,
  digest bytea,
  purpose text not null check (purpose in ('play', 'download')),
  source text not null,
  device text not null,
  os text not null,
  -- desktop, mobile or other: which of the two lists of systems it belongs to.
  os_kind text not null,
  country text,
  primary key (window_start, listener, episode_id, correction)
) partition by range (window_start);

-- The ledger of Ad Delivered; price in 10⁻⁸ of the currency.
create table impressions (
  window_start timestamptz not null,
  listener bytea not null,
  digest bytea not null,
  segment smallint not null,
  correction smallint not null default 0,
  quantity smallint not null default 1 check (quantity in (-1, 1)),
  batch_id bigint not null,
  at timestamptz not null,
  lineitem_id bigint not null,
  campaign_id bigint not null,
  team_id bigint not null,
  creative_id bigint not null,
  episode_id bigint not null,
  show_id bigint not null,
  price bigint not null,
  primary key (window_start, listener, digest, segment, correction)
) partition by range (window_start);

-- Flat prices as they accrue, a row a day; amount in 10⁻⁸ of the currency.
create table accruals (
  lineitem_id bigint not null,
  day date not null,
  correction smallint not null default 0,
  batch_id bigint not null,
  campaign_id bigint not null,
  team_id bigint not null,
  amount bigint not null,
  primary key (lineitem_id, day, correction)
);

-- Sums of the ledger by line item, kept in the ledger's own transactions; revenue in 10⁻⁸.
create table lineitem_counts (
  lineitem_id bigint primary key references lineitems,
  impressions_tracked bigint not null default 0,
  revenue bigint not null default 0
);
