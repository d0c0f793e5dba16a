-- expand
-- The followers of a show who want to be told about new episodes, in the order in which they are told.
create index concurrently if not exists favorites_told on favorites (show_id, user_id)
  where removed_at is null and notifications_enabled;
