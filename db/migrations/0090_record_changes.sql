-- expand
-- What has changed in the last minutes: each process asks which of the responses that it keeps are out of date.
-- `xid`: the transaction, whose order of committing the snapshots of readers tell.
create table record_changes (
  xid xid8 not null default pg_current_xact_id(),
  subject text not null,
  at timestamptz not null default clock_timestamp()
);
create index record_changes_xid on record_changes (xid);

-- The last transaction whose changes have been deleted. A reader that has not seen it takes everything as changed.
create table purged_changes (
  only_one boolean primary key default true check (only_one),
  xid xid8 not null
);
insert into purged_changes (xid) values ('0');

create function note_show_change() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_show_counts() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_episode_change() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_episode_counts() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_user_change() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_chapters_change() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_image_change() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_site_change() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_new_episodes() returns trigger language plpgsql as $$ begin return null; end $$;

-- Nothing can have been read of a new show but the list of its author's shows. Ranking stores `quality` of all shows.
create trigger shows_changed_insert after insert on shows for each row execute function note_show_change();
create trigger shows_changed after update on shows for each row
  when (old.quality is not distinct from new.quality or old.revision <> new.revision)
  execute function note_show_change();
create trigger shows_changed_delete after delete on shows for each row execute function note_show_change();

create trigger show_counts_changed after update on show_counts
  referencing new table as rows for each statement execute function note_show_counts();
create trigger show_plays_changed_insert after insert on show_plays
  referencing new table as rows for each statement execute function note_show_counts();
create trigger show_plays_changed after update on show_plays
  referencing new table as rows for each statement execute function note_show_counts();
create trigger show_plays_changed_delete after delete on show_plays
  referencing old table as rows for each statement execute function note_show_counts();

create trigger episodes_changed_insert after insert on episodes
  referencing new table as rows for each statement execute function note_new_episodes();
create trigger episodes_changed after update on episodes for each row execute function note_episode_change();
create trigger episodes_changed_delete after delete on episodes for each row execute function note_episode_change();

create trigger episode_counts_changed after update on episode_counts
  referencing new table as rows for each statement execute function note_episode_counts();
create trigger episode_plays_changed_insert after insert on episode_plays
  referencing new table as rows for each statement execute function note_episode_counts();
create trigger episode_plays_changed after update on episode_plays
  referencing new table as rows for each statement execute function note_episode_counts();
create trigger episode_plays_changed_delete after delete on episode_plays
  referencing old table as rows for each statement execute function note_episode_counts();

create trigger chapters_changed_insert after insert on chapters
  referencing new table as rows for each statement execute function note_chapters_change();
create trigger chapters_changed after update on chapters
  referencing new table as rows for each statement execute function note_chapters_change();
create trigger chapters_changed_delete after delete on chapters
  referencing old table as rows for each statement execute function note_chapters_change();

-- Without a condition: it would keep the columns that it names from changing their types.
create trigger users_changed after update on users for each row execute function note_user_change();

-- Images never change but for older ones, which get a cover in the background.
create trigger images_changed after update on images for each row
  when (old.cover_key is distinct from new.cover_key) execute function note_image_change();

create trigger site_identity_changed after insert or update or delete on site_identity
  for each statement execute function note_site_change();
