-- What the studio asks of all shows of a person: the episodes of a calendar, and those whose audio is not ready.

create index episodes_show_dated on episodes (show_id, coalesce(published_at, auto_published_at), episode_id)
  where deleted_at is null;

create index episodes_show_unready on episodes (show_id, episode_id)
  where deleted_at is null and type <> 'DRAFT' and encoding_status <> 'READY';
