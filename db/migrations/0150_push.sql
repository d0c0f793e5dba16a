-- expand
-- Devices of users to which new episodes are pushed, and how far each new episode has been announced.
create table devices (
  device_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Where the browser or app is reached (RFC 8030 §5). Who knows it can bother its owner, so it is never shown.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- Its public key and its secret for the encryption of messages (RFC 8291 §2).
  public_key bytea not null check (length(public_key) = 65),
  auth bytea not null check (length(auth) = 16),
  name text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz
);
create index devices_of_user on devices (user_id, device_id);

create table announcements (
  -- Each episode is announced once, even if it is hidden and published again.
  episode_id bigint primary key references episodes on delete cascade,
  -- Followers up to this one have been told.
  user_id bigint not null default 0,
  sent bigint not null default 0,
  failed bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index announcements_unfinished on announcements (created_at) where finished_at is null;

-- How far events have been read for announcements: one row.
create table announcement_cursor (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null
);
insert into announcement_cursor (sequence) select coalesce(max(sequence), 0) from events;
