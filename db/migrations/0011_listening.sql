-- What listeners and makers add to episodes: likes, bookmarks, messages, chapters' paging, cuepoints.

-- What is counted about an episode. Written by the triggers of the tables counted, never by hand.
create table episode_counts (
  episode_id bigint primary key references episodes on delete cascade,
  likes_count integer not null default 0,
  messages_count integer not null default 0
);
insert into episode_counts (episode_id) select episode_id from episodes;

create function make_episode_counts() returns trigger language plpgsql as $$
begin
  insert into episode_counts (episode_id) select episode_id from new_rows;
  return null;
end $$;
create trigger episodes_make_counts after insert on episodes referencing new table as new_rows
  for each statement execute function make_episode_counts();

-- The likes of the show's episodes, without those of deleted ones.
alter table show_counts add column likes_count integer not null default 0;

-- Removed edges stay as markers, so that paging by the id of one that has gone still works.
create sequence mark_positions as bigint;
create table likes (
  user_id bigint not null references users,
  episode_id bigint not null references episodes on delete cascade,
  position bigint not null default nextval('mark_positions'),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (user_id, episode_id)
);
create index likes_user_position on likes (user_id, position desc) where removed_at is null;
create index likes_episode_position on likes (episode_id, position desc) where removed_at is null;

create table bookmarks (
  user_id bigint not null references users,
  episode_id bigint not null references episodes on delete cascade,
  position bigint not null default nextval('mark_positions'),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (user_id, episode_id)
);
create index bookmarks_user_position on bookmarks (user_id, position desc) where removed_at is null;

-- The row of the episode is locked before that of its show, here as in move_episode_likes: whoever
-- comes second sees what the first has done, so that no like is counted for a show it has left.
create function count_likes() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
  episode bigint := coalesce(new.episode_id, old.episode_id);
begin
  if was <> now_is then
    update episode_counts set likes_count = likes_count + now_is - was where episode_id = episode;
    update show_counts set likes_count = likes_count + now_is - was
      where show_id = (select show_id from episodes where episode_id = episode and deleted_at is null);
  end if;
  return null;
end $$;
create trigger likes_count after insert or update or delete on likes
  for each row execute function count_likes();

-- An episode takes its likes along: to another show, or away when it is deleted.
create function move_episode_likes() returns trigger language plpgsql as $$
begin
  perform 1 from episode_counts join new_rows using (episode_id) join old_rows using (episode_id)
  where (new_rows.show_id, new_rows.deleted_at is null) is distinct from (old_rows.show_id, old_rows.deleted_at is null)
  order by episode_counts.episode_id for update of episode_counts;
  if not found then return null; end if;
  perform 1 from show_counts
  where show_id in (select show_id from new_rows union select show_id from old_rows) order by show_id for update;
  update show_counts set likes_count = likes_count + change.likes from (
    select moved.show_id, sum(moved.sign * episode_counts.likes_count)::int as likes from (
      select show_id, episode_id, 1 as sign from new_rows where deleted_at is null
      union all
      select show_id, episode_id, -1 from old_rows where deleted_at is null
    ) moved join episode_counts using (episode_id)
    group by moved.show_id
  ) change
  where show_counts.show_id = change.show_id and change.likes <> 0;
  return null;
end $$;
-- Triggers fire in the order of their names: this one before episodes_updated, which locks show_counts.
create trigger episodes_moved after update on episodes referencing old table as old_rows new table as new_rows
  for each statement execute function move_episode_likes();

create table messages (
  message_id bigint generated always as identity primary key,
  episode_id bigint not null references episodes on delete cascade,
  author_id bigint not null references users,
  text text not null,
  -- The app it was written with; null for a token that a person made.
  client_id text references oauth_clients,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- When reports took it out of sight; null again once an operator has kept it.
  hidden_at timestamptz
);
create index messages_episode on messages (episode_id, message_id desc) where deleted_at is null and hidden_at is null;
create index messages_author_id on messages (author_id);

create function count_messages() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'INSERT' or old.deleted_at is not null or old.hidden_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.deleted_at is not null or new.hidden_at is not null then 0 else 1 end;
begin
  if was <> now_is then
    update episode_counts set messages_count = messages_count + now_is - was
      where episode_id = coalesce(new.episode_id, old.episode_id);
  end if;
  return null;
end $$;
create trigger messages_count after insert or update or delete on messages
  for each row execute function count_messages();

-- A report is open until an operator has decided about the message.
create table message_reports (
  message_id bigint not null references messages on delete cascade,
  user_id bigint not null references users,
  reason text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (message_id, user_id)
);
create index message_reports_open on message_reports (message_id) where resolved_at is null;

alter table chapters add column revision bigint not null default nextval('revisions');

-- Where chapters stood that are no more, so that paging by their ids still works.
create table removed_chapters (
  chapter_id bigint primary key,
  episode_id bigint not null references episodes on delete cascade,
  starts_at integer not null
);
create index removed_chapters_episode_id on removed_chapters (episode_id);

create function remember_chapters() returns trigger language plpgsql as $$
begin
  insert into removed_chapters (chapter_id, episode_id, starts_at)
    select chapter_id, episode_id, starts_at from old_rows;
  return null;
end $$;
create trigger chapters_removed after delete on chapters referencing old table as old_rows
  for each statement execute function remember_chapters();

-- Where advertisements may go; the rows of an episode are written together, with one revision.
create table cuepoints (
  episode_id bigint not null references episodes on delete cascade,
  timecode integer not null check (timecode >= 0),
  ads_max_count smallint not null default 1 check (ads_max_count between 1 and 5),
  revision bigint not null,
  primary key (episode_id, timecode)
);
