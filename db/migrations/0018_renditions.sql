-- What listeners are sent: audio as lists of immutable parts (delivery §3).

-- Breaks of episodes without cuepoints: [{position, timecode, ads_max_count}], timecode of mid-rolls
-- alone; null: one ad before, one after (contract §8).
alter table shows add column default_breaks jsonb;

-- SHA-256 of the manifest, which is `version, episode_id, head, segments`. `segments`: the parts in order,
-- each {kind: "head" | "programme" | "ad", bytes, key?, start?, ad?: {lineitem_id, campaign_id, team_id,
-- creative_id, position, break_at, price}}. `break_at`: ms of the programme; `price`: 10⁻⁸, in digits.
create table renditions (
  digest bytea primary key check (octet_length(digest) = 32),
  episode_id bigint not null references episodes,
  -- The programme's file. Those of its ads stand in rendition_files.
  media_key text not null,
  -- Bytes that stand in no file: the ID3v2 tag and the Info frame. Empty where the audio has no frames.
  head bytea not null,
  segments jsonb not null,
  bytes bigint not null,
  -- Of the programme alone: what the 60-second threshold is reckoned in (delivery §2, rule 9).
  programme_bytes bigint not null,
  -- 0: not known, so that only the whole of it counts.
  bytes_per_minute integer not null,
  created_at timestamptz not null default now(),
  -- To the day: when somebody was last led to it or sent of it.
  last_used_at timestamptz not null default now()
);
create index renditions_episode_id on renditions (episode_id);
create index renditions_media_key on renditions (media_key);
create index renditions_last_used_at on renditions (last_used_at);

-- The files of ads that renditions are made of: none of them is swept while one needs it.
create table rendition_files (
  media_key text not null,
  digest bytea not null references renditions on delete cascade,
  primary key (media_key, digest)
);
create index rendition_files_digest on rendition_files (digest);

-- Which rendition a listener gets of an episode's audio, so that bytes never change under a player.
create table pins (
  -- Of listenerOf (counting), or a digest of X-Playback-Session-Id.
  listener bytea not null,
  episode_id bigint not null,
  -- The version of the audio: the digest in its media key. No key itself, which would keep the file.
  media_digest bytea not null,
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (listener, episode_id, media_digest)
);
create index pins_expires_at on pins (expires_at);
create index pins_digest on pins (digest);

-- Where a file is cut for a time: on a frame, near quiet. True of the file for ever.
create table cuts (
  media_digest bytea not null,
  timecode integer not null,
  -- The first frame behind the cut, and where it begins.
  frame integer not null,
  byte_at bigint not null,
  found_at timestamptz not null default now(),
  primary key (media_digest, timecode)
);
create index cuts_found_at on cuts (found_at);
