-- OAuth 2: client apps, signing keys, and what the authorization server remembers.

create table oauth_clients (
  client_id text primary key,
  -- SHA-256 of the secret; null for public clients (apps that cannot keep one).
  secret_hash text,
  name text not null,
  redirect_uris text[] not null,
  owner_id bigint references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index oauth_clients_owner_id on oauth_clients (owner_id) where deleted_at is null;

-- Private keys: RS256 for ID tokens, a secret for the server's own cookies. The newest of a use signs.
create table oauth_keys (
  kid text primary key,
  use text not null check (use in ('sig', 'cookie')),
  jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Codes, tokens, grants, sessions and interactions; id_hash is the SHA-256 of what the holder shows.
create table oauth_records (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  user_id bigint references users,
  client_id text,
  grant_id text,
  uid text,
  user_code_hash bytea,
  consumed_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (kind, id_hash)
);
create index oauth_records_grant_id on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_uid on oauth_records (uid) where uid is not null;
create index oauth_records_user_code on oauth_records (user_code_hash) where user_code_hash is not null;
create index oauth_records_user_id on oauth_records (user_id) where user_id is not null;
create index oauth_records_expires_at on oauth_records (expires_at);
