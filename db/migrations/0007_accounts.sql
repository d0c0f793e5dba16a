-- Who is signed in where, what slows down guessing, and codes that reset a password.

-- A browser in which somebody is signed in; only the SHA-256 of its cookie is kept.
create table sessions (
  session_id bigint generated always as identity primary key,
  secret_hash bytea not null,
  user_id bigint not null references users,
  -- Such as "Firefox on Linux": enough for people to recognise their own.
  browser text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index sessions_secret_hash_key on sessions (secret_hash);
create index sessions_user_id on sessions (user_id, last_seen_at desc);
create index sessions_expires_at on sessions (expires_at);

-- Attempts at what is throttled, counted by whatever the limit is on: an address, an account at an
-- address. The subject is hashed: no address and nothing that was typed is kept.
create table attempts (
  subject_hash bytea primary key,
  count double precision not null,
  last_at timestamptz not null
);
create index attempts_last_at on attempts (last_at);

create table password_resets (
  code_hash bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);
create index password_resets_user_id on password_resets (user_id);
create index password_resets_expires_at on password_resets (expires_at);

-- Tokens are listed and ended on a settings page, where their text is not known any more.
alter table tokens
  add column token_id bigint generated always as identity unique,
  add column name text not null default '',
  add column last_used_at timestamptz;
