-- expand
-- For what one person changed, newest first.
create index concurrently if not exists audit_entries_of_actor on audit_entries (actor_id, entry_id)
  where actor_id is not null;
