-- expand
-- Episodes that not everyone may hear any more, and whose audio edges (CDNs, proxies that cache) may still have.
create table edge_removals (
  episode_id bigint primary key references episodes (episode_id) on delete cascade,
  removed_at timestamptz not null default clock_timestamp(),
  -- How often the episode has been removed, to recognise that it was removed once more while edges were told.
  times integer not null default 1,
  -- The last rendition, in the order of digests, that edges were told to remove.
  done_to bytea,
  -- Attempts that failed in a row.
  failures integer not null default 0,
  due_at timestamptz not null default clock_timestamp()
);
create index edge_removals_due_at on edge_removals (due_at);

create function note_removed_episode() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_removed_show() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger episodes_removed after update on episodes for each row
  when (old.listenable and not new.listenable) execute function note_removed_episode();
create trigger shows_removed after update on shows for each row
  when (old.visibility = 'PUBLIC' and old.deleted_at is null
    and (new.visibility <> 'PUBLIC' or new.deleted_at is not null))
  execute function note_removed_show();
