-- What the ad decision knows beyond the bookings (delivery §5).

-- What the controller has worked out for each line item; every web process reads it.
create table pacing (
  lineitem_id bigint primary key references lineitems,
  -- The chance with which it takes part in a decision.
  probability double precision not null default 1 check (probability between 0 and 1),
  -- Need by supply until the end: 1 and more is at risk.
  urgency double precision not null default 0,
  -- Learned share of what was reserved that was delivered.
  yield double precision not null default 1 check (yield between 0 and 1),
  on_track boolean not null default true,
  updated_at timestamptz not null default now()
);

-- An ad that stands in a rendition that a listener was sent to, until it is delivered or its window ends.
create table reservations (
  digest bytea not null,
  segment smallint not null,
  listener bytea not null,
  lineitem_id bigint not null references lineitems,
  campaign_id bigint not null references campaigns,
  reserved_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (digest, segment, listener)
);
create index reservations_lineitem_id on reservations (lineitem_id);
create index reservations_listener on reservations (listener);
create index reservations_expires_at on reservations (expires_at);
