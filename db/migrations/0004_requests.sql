-- Answers kept for Idempotency-Key (contract section 1), and imports of feeds.

create table idempotency_keys (
  user_id bigint not null references users,
  key text not null,
  route text not null,
  body_hash text not null,
  -- null: the request is under way, or its process died before it could answer.
  status integer,
  body text,
  etag text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table imports (
  import_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  feed_url text,
  -- The feed as it was uploaded; emptied when the import has ended.
  feed_body bytea,
  media text not null default 'link' check (media in ('link', 'copy')),
  state text not null default 'PENDING' check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  show_id bigint references shows,
  report jsonb,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index imports_user_id on imports (user_id, import_id desc);
