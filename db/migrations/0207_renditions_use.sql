-- expand
-- Renditions are deleted a month after their last use, in about the order in which they were made.
create index concurrently if not exists renditions_use on renditions using brin (last_used_at) with (pages_per_range = 16);
