-- revision: 4
-- `record_changes`: what has just changed, for the responses that processes keep (docs/http.md, Caching).

-- New shows: the lists of their authors.
create or replace function note_new_shows() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) select distinct 'author:' || author_id from new_rows;
  return null;
end $$;

-- A show: its own fields, and the lists of its author, before and after it changes hands.
create or replace function note_show_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values ('show:' || old.show_id), ('author:' || old.author_id);
  if tg_op = 'UPDATE' and new.author_id <> old.author_id then
    insert into record_changes (subject) values ('author:' || new.author_id);
  end if;
  return null;
end $$;

-- Counts and plays of shows.
create or replace function note_show_counts() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) select distinct 'show-counts:' || show_id from rows;
  return null;
end $$;

-- Whatever is in a show's feed.
create or replace function note_feed_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values ('feed:' || new.show_id);
  return null;
end $$;

-- New episodes: the lists of their shows and authors.
create or replace function note_new_episodes() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject)
    select 'episodes-of:' || show_id from rows group by show_id
    union all select 'author:' || author_id from rows group by author_id;
  return null;
end $$;

-- An episode, and the lists of its show and author, before and after it moves.
create or replace function note_episode_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values
    ('episode:' || old.episode_id), ('episodes-of:' || old.show_id), ('author:' || old.author_id);
  if tg_op = 'UPDATE' and (new.show_id <> old.show_id or new.author_id <> old.author_id) then
    insert into record_changes (subject) values ('episodes-of:' || new.show_id), ('author:' || new.author_id);
  end if;
  return null;
end $$;

-- Counts and plays of episodes.
create or replace function note_episode_counts() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) select distinct 'episode-counts:' || episode_id from rows;
  return null;
end $$;

-- Chapters of episodes, whose number is part of the episode.
create or replace function note_chapters_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) select distinct 'episode:' || episode_id from rows;
  return null;
end $$;

-- What everybody sees of a user.
create or replace function note_user_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values ('user:' || new.user_id);
  return null;
end $$;

-- Any image: which records show it is not looked up, because that is rare.
create or replace function note_image_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values ('images');
  return null;
end $$;

-- The name and looks of the site.
create or replace function note_site_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values ('site');
  return null;
end $$;

-- Who may edit which shows: whose is not looked up, because that is rare.
create or replace function note_rights_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (subject) values ('rights');
  return null;
end $$;
