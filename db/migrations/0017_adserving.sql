-- What the ad decision knows beyond the bookings (delivery §5, docs/ad-decision.md).

-- What the controller has worked out for each line item; every web process reads it.
create table pacing (
  lineitem_id bigint primary key references lineitems,
  -- The chance with which it takes part in a decision.
  probability double precision not null default 1 check (probability between 0 and 1),
  -- Need by supply until the end: 1 and more is at risk.
  urgency double precision not null default 0,
  -- Learned share of what was reserved that was delivered.
  yield double precision not null default 0.8 check (yield between 0 and 1),
  on_track boolean not null default true,
  -- How many more may be reserved since it was counted; null: any number. 0: nothing is left.
  room bigint,
  -- What there is least of: goal, daily-cap or budget.
  room_limit text,
  -- How many more the curve allows since it was counted; null: any number.
  allowance bigint,
  -- Reservations up to this one are in those figures; null: the row was not written by the controller.
  counted_to bigint,
  -- What it could have run on lately, by hour of the week (UTC, from Monday), and as of when.
  rhythm real[],
  learned_at timestamptz,
  -- Reservations that expired in vain.
  released bigint not null default 0,
  updated_at timestamptz not null default now()
);

-- An ad that stands in a rendition that a listener was sent to, until it is delivered or its window
-- ends. One that was chosen and has no rendition yet has 16 random bytes for a digest.
create table reservations (
  digest bytea not null,
  segment smallint not null,
  listener bytea not null,
  reservation_id bigint not null generated always as identity,
  lineitem_id bigint not null references lineitems,
  campaign_id bigint not null references campaigns,
  reserved_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (digest, segment, listener)
);
create index reservations_lineitem_id on reservations (lineitem_id);
create index reservations_campaign_id on reservations (campaign_id);
create index reservations_listener on reservations (listener);
create index reservations_expires_at on reservations (expires_at);
create index reservations_reservation_id on reservations (reservation_id);

-- What a listener was delivered: for frequency caps, and to learn how long deliveries take. Refers to
-- nothing, so that settling never fails.
create table exposures (
  listener bytea not null,
  lineitem_id bigint not null,
  campaign_id bigint not null,
  digest bytea not null,
  segment smallint not null,
  at timestamptz not null,
  -- Of what was reserved; null when it was delivered without, from a pin that outlived it.
  reservation_id bigint,
  reserved_at timestamptz,
  settled_at timestamptz not null default now()
);
create index exposures_listener on exposures (listener);
create index exposures_reservation_id on exposures (reservation_id) where reservation_id is not null;
create index exposures_settled_at on exposures (settled_at);

-- How many of a line item were delivered on each day of its time zone: for daily caps.
create table delivered_days (
  lineitem_id bigint not null,
  day date not null,
  delivered bigint not null,
  primary key (lineitem_id, day)
);

-- A row a statement that changed what may run, and one a run of the controller, so that web processes
-- know when to read which again.
create table booking_changes (
  change_id bigint primary key generated always as identity,
  kind text not null default 'bookings' check (kind in ('bookings', 'pacing')),
  at timestamptz not null default now()
);
create function note_booking_change() returns trigger language plpgsql as $$
begin
  insert into booking_changes default values;
  return null;
end $$;
create trigger advertisers_booked after insert or update or delete on advertisers
  for each statement execute function note_booking_change();
create trigger campaigns_booked after insert or update or delete on campaigns
  for each statement execute function note_booking_change();
create trigger lineitems_booked after insert or update or delete on lineitems
  for each statement execute function note_booking_change();
create trigger creatives_booked after insert or update or delete on creatives
  for each statement execute function note_booking_change();
create trigger creative_files_booked after insert or update or delete on creative_files
  for each statement execute function note_booking_change();

-- Why line items did or did not run where they were looked at, by hour; counted in memory, added up
-- here in batches.
create table decision_counts (
  lineitem_id bigint not null,
  hour timestamptz not null,
  reason text not null,
  count bigint not null,
  primary key (lineitem_id, hour, reason)
);
create index decision_counts_hour on decision_counts using brin (hour);

-- Opportunities of a minute as one web process saw them: how many, and a few of them whole. Forecasts
-- are made from these; no listener is in them.
create table opportunities (
  at timestamptz not null,
  process uuid not null,
  seen integer not null,
  samples jsonb not null,
  primary key (at, process)
);
