-- expand
-- Whether a base is needed.
create index concurrently if not exists renditions_base_id on renditions (base_id) where base_id is not null;
