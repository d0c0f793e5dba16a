-- Reservations are short until bytes of their rendition flow, and bounded by where they come from
-- (docs/ad-decision.md, "Who may hold how much").

alter table reservations
  -- When bytes of the rendition began to reach the listener; null: none have, and the ad is held for two
  -- minutes only. The row stays until it expires, for the listener's own frequency caps.
  add column flowing_at timestamptz,
  -- Keyed hashes of the address (an IPv6 /64 is one) and of its network (/24, /48), and what kind of network
  -- that is; null: not bounded.
  add column address bytea,
  add column network bytea,
  add column network_kind text;
update reservations set flowing_at = reserved_at where octet_length(digest) <> 16;
create index reservations_network on reservations (network, reserved_at) where network is not null;
create index reservations_waiting on reservations (reserved_at) where flowing_at is null;

-- Where deliveries came from, to tell networks of listeners from those that only ask.
alter table exposures
  add column address bytea,
  add column network bytea;
create index exposures_network on exposures (network, settled_at) where network is not null;

-- Addresses and networks whose reservations were nearly all made in vain during the last day; the controller
-- judges anew every minute. `origin`: a keyed hash as in reservations.
create table suspect_origins (
  origin bytea primary key,
  vain integer not null,
  delivered integer not null,
  judged_at timestamptz not null
);
