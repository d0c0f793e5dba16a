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

-- Minimised records of media responses, kept some days so that counts can be made again; a partition a day.
create table media_records (
  at timestamptz not null,
  episode_id bigint not null,
  -- null: an EXTERNAL episode, counted by request.
  digest bytea,
  listener bytea not null,
  -- Of the address alone, hashed likewise; null where the address is known to be shared by many.
  address bytea,
  method text not null,
  status smallint not null,
  purpose text not null,
  -- Bytes of the rendition that were flushed.
  sent int8multirange not null,
  probe boolean not null default false,
  preview boolean not null default false,
  user_agent text not null default '',
  referrer text,
  country text,
  network text not null,
  -- Why it does not count, null when it may.
  exclusion text
) partition by range (at);
-- Rows come nearly in the order of their time.
create index media_records_at on media_records using brin (at);

-- What a listener has of one rendition in one window: a union, so replays and disorder change nothing.
create table deliveries (
  listener bytea not null,
  episode_id bigint not null,
  window_start timestamptz not null,
  -- Empty: an EXTERNAL episode.
  digest bytea not null,
  sent int8multirange not null,
  requests integer not null default 1,
  -- What was sent before the latest batch that added to it; null: only one has.
  before int8multirange,
  counted boolean not null default false,
  primary key (window_start, listener, episode_id, digest)
) partition by range (window_start);

-- Windows that began with a first request, for organizations that count so.
create table touches (
  listener bytea not null,
  episode_id bigint not null,
  window_start timestamptz not null,
  primary key (listener, episode_id, window_start)
);
create index touches_window_start on touches (window_start);
alter table organizations add column download_window text not null default 'day'
  check (download_window in ('day', 'first-touch'));

-- Requests that did not count, by reason.
create table exclusions (
  day date not null,
  episode_id bigint not null,
  reason text not null,
  requests_count bigint not null,
  primary key (day, episode_id, reason)
);

-- Networks that an operator knows: shared by many people (rule 12), or of no people (rule 5).
create table listed_networks (
  network cidr primary key,
  kind text not null check (kind in ('shared', 'excluded')),
  reason text not null,
  created_at timestamptz not null default now(),
  validated_at timestamptz not null default now()
);

-- Addresses with more downloads in a day than people make (rule 6), by their hash.
create table unrealistic_addresses (
  day date not null,
  address bytea not null,
  downloads integer not null,
  found_at timestamptz not null default now(),
  primary key (day, address)
);

-- One row a transaction that wrote to the ledgers: what rollups and outside engines are fed by, once each.
create table ledger_batches (
  batch_id bigint primary key generated always as identity,
  created_at timestamptz not null default now(),
  -- Version of the lists that it was counted by.
  lists text not null default '',
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

-- Here nothing refers to records: what was delivered is counted whatever became of them since.
-- Sums of the ledger by line item, kept in the ledger's own transactions; revenue in 10⁻⁸.
create table lineitem_counts (
  lineitem_id bigint primary key,
  impressions_tracked bigint not null default 0,
  revenue bigint not null default 0
);

-- The sums of downloads that API answers show of episodes and shows.
create table episode_plays (
  episode_id bigint primary key,
  plays_count bigint not null default 0,
  downloads_count bigint not null default 0
);
create table show_plays (
  show_id bigint primary key,
  plays_count bigint not null default 0,
  downloads_count bigint not null default 0
);

-- Third-party addresses to be told of an impression; gone when told, or given up.
create table pixels (
  pixel_id bigint primary key generated always as identity,
  lineitem_id bigint not null,
  url text not null,
  attempts smallint not null default 0,
  next_at timestamptz not null default now()
);
create index pixels_next_at on pixels (next_at);
create table pixel_counts (
  lineitem_id bigint not null,
  day date not null,
  sent bigint not null default 0,
  failed bigint not null default 0,
  primary key (lineitem_id, day)
);

-- Counts made again, with the lists they were made by.
create table recounts (
  recount_id bigint primary key generated always as identity,
  created_at timestamptz not null default now(),
  first_day date not null,
  last_day date not null,
  lists text not null,
  downloads_before bigint not null,
  downloads_after bigint not null,
  impressions_before bigint not null,
  impressions_after bigint not null
);

-- Makes the partition of `parent` for [first, after) unless it is there. Attaching, not creating it as
-- a partition: that would stop everyone who reads or writes the others meanwhile.
create function ensure_partition(parent text, suffix text, first timestamptz, after timestamptz)
returns void language plpgsql as $$
declare
  child text := parent || '_' || suffix;
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(child));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints)', child, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first, after);
end $$;
