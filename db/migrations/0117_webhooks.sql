-- expand
-- Webhooks: addresses of users to which events are sent, and what was sent to them.
create table webhooks (
  webhook_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  url text not null,
  -- The types of events that are sent. Empty: all.
  types text[] not null default '{}',
  format text not null default 'STANDARD' check (format in ('STANDARD', 'SLACK', 'DISCORD')),
  -- The secret is derived from it and a secret of the server. The previous one is valid until `previous_until`.
  nonce bytea not null,
  previous_nonce bytea,
  previous_until timestamptz,
  -- Only events after this one are sent.
  after_sequence bigint not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  -- Why it is disabled: by its owner, because its address answered 410, or because it failed for days.
  reason text check (reason in ('OWNER', 'GONE', 'FAILING')),
  -- The first and the last failure since the last success.
  failing_since timestamptz,
  failed_at timestamptz,
  -- Its address has asked for fewer requests: nothing is sent until then.
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision bigint not null default nextval('revisions'),
  check ((status = 'DISABLED') = (reason is not null))
);
create index webhooks_of_user on webhooks (user_id, webhook_id);

create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  -- null: a test.
  sequence bigint,
  type text not null,
  at timestamptz not null,
  -- What the event is about, such as `show:12`: its deliveries are sent in order.
  subject text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts smallint not null default 0,
  -- When it may be sent.
  next_at timestamptz not null,
  -- A process sends it now, and is dead if it has not ended by then.
  sending_until timestamptz,
  -- The last attempt: when, the status of the answer, what went wrong, and how long it took, in ms.
  attempted_at timestamptz,
  status smallint,
  error text,
  duration integer,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  unique (webhook_id, sequence)
);
-- The log of a webhook, newest first.
create index webhook_deliveries_log on webhook_deliveries (webhook_id, delivery_id);
-- The next delivery of each subject.
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, sequence, delivery_id)
  where state = 'PENDING';
create index webhook_deliveries_created on webhook_deliveries using brin (created_at) with (pages_per_range = 16);

-- How far events have been handed to webhooks: one row.
create table webhook_cursor (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null
);
insert into webhook_cursor (sequence) select coalesce(max(sequence), 0) from events;
