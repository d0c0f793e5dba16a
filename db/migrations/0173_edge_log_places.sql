-- expand
-- What became of logs that a worker finds by itself, in a bucket or a folder: which version a row is about, when nothing was
-- left of it to count, and why the rest cannot be read.
alter table edge_log_objects
  add column version text,
  add column finished_at timestamptz,
  add column failure text;

-- The places that were looked at.
create table edge_log_places (
  -- For people and as the key: a folder, or bucket and prefix.
  name text primary key,
  -- When the last look began after which nothing waited.
  looked_at timestamptz not null,
  -- When the newest object was last changed, by the clock of the place.
  newest_at timestamptz
);
