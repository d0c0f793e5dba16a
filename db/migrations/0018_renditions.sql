-- What listeners are sent: audio as lists of immutable parts (delivery §3).

-- Breaks of episodes without cuepoints; null: one ad before, one after (contract §8).
alter table shows add column default_breaks jsonb;

-- SHA-256 of the manifest. `segments`: the parts in order, each {kind: "head" | "programme" | "ad",
-- bytes, key?, start?, ad?: {lineitem_id, campaign_id, team_id, creative_id, position, break_at, price}}.
create table renditions (
  digest bytea primary key check (octet_length(digest) = 32),
  episode_id bigint not null references episodes,
  media_key text not null,
  head bytea not null,
  segments jsonb not null,
  bytes bigint not null,
  -- Of the programme alone: what the 60-second threshold is reckoned in (delivery §2, rule 9).
  programme_bytes bigint not null,
  bytes_per_minute integer not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index renditions_episode_id on renditions (episode_id);
create index renditions_last_used_at on renditions (last_used_at);

-- Which rendition a listener gets of an episode's audio, so that bytes never change under a player.
create table pins (
  listener bytea not null,
  episode_id bigint not null,
  media_key text not null,
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (listener, episode_id, media_key)
);
create index pins_expires_at on pins (expires_at);

-- Where a file is cut for a time: on a frame, near quiet.
create table cuts (
  media_key text not null,
  timecode integer not null,
  frame integer not null,
  byte_at bigint not null,
  primary key (media_key, timecode)
);
