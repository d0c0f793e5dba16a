-- expand
-- Whether an object that was found in a list is finished.
create index concurrently if not exists edge_log_objects_name on edge_log_objects (name);
