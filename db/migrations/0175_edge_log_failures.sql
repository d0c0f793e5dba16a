-- expand
-- The few objects that could not be read to their ends.
create index concurrently if not exists edge_log_objects_failed on edge_log_objects (finished_at)
  where failure is not null;
