-- Jobs that belong to somebody: workers take them owner by owner, so that nobody waits behind another's thousand.
create table owned_jobs (
  job_id bigint generated always as identity primary key,
  kind text not null,
  name text not null,
  -- Who it is done for, such as `user:42`.
  owner text not null,
  -- Whom it talks to, such as a host, where that may be slow for everybody.
  receiver text,
  key text unique,
  payload jsonb not null,
  attempts int not null default 0,
  max_attempts int not null,
  run_at timestamptz not null default now(),
  -- The runner that works on it.
  locked_by text,
  created_at timestamptz not null default now()
);
create index owned_jobs_waiting on owned_jobs (kind, owner, run_at, job_id) where locked_by is null;
create index owned_jobs_locked on owned_jobs (locked_by) where locked_by is not null;

-- When a job of an owner was taken last: whoever has waited longest for a turn comes next.
create table owner_turns (
  kind text,
  owner text,
  taken_at timestamptz not null,
  primary key (kind, owner)
);

-- Why the cover inside an audio file, or the one a feed names, was not taken. Null: nothing to tell.
alter table episodes add column image_error text;
alter table shows add column image_error text;
