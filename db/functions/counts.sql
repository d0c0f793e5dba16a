-- revision: 3
-- Counts of users, shows and episodes, kept by triggers in the transaction that changes the counted records.

-- Gives each new user a row of counts.
create or replace function make_user_counts() returns trigger language plpgsql as $$
begin
  insert into user_counts (user_id) values (new.user_id);
  return null;
end $$;

-- Counts followers and followings of users. The two rows are locked in the order of their ids, so that two
-- people who follow each other at once never deadlock.
create or replace function count_follows() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
  follower bigint := coalesce(new.follower_id, old.follower_id);
  followed bigint := coalesce(new.followed_id, old.followed_id);
begin
  if was <> now_is then
    perform 1 from user_counts where user_id in (follower, followed) order by user_id for update;
    update user_counts set followings_count = followings_count + now_is - was where user_id = follower;
    update user_counts set followers_count = followers_count + now_is - was where user_id = followed;
  end if;
  return null;
end $$;

-- Gives each new show a row of counts.
create or replace function make_show_counts() returns trigger language plpgsql as $$
begin
  insert into show_counts (show_id) select show_id from new_rows;
  return null;
end $$;

-- Counts the users who favorited a show.
create or replace function count_followers() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
begin
  if was <> now_is then
    update show_counts set followers_count = followers_count + now_is - was
      where show_id = coalesce(new.show_id, old.show_id);
  end if;
  return null;
end $$;

-- Changes the episode counts of a show, and finds its latest episode. Called once per show and statement,
-- regardless of how many of its episodes the statement changed.
create or replace function add_to_show_counts(show bigint, listenable integer, editable integer) returns void
language sql as $$
  update show_counts set
    listenable_episodes_count = listenable_episodes_count + listenable,
    editable_episodes_count = editable_episodes_count + editable,
    last_episode_at = (select e.published_at from episodes e
      where e.show_id = show and e.listenable order by e.published_at desc, e.episode_id desc limit 1)
  where show_id = show
$$;

-- Adds new episodes to the counts of their shows.
create or replace function count_inserted_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_show_counts(show_id, count(*) filter (where listenable)::int,
    count(*) filter (where deleted_at is null)::int)
  from new_rows group by show_id order by show_id;
  return null;
end $$;

-- Subtracts deleted rows of episodes from the counts of their shows.
create or replace function count_deleted_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_show_counts(show_id, -count(*) filter (where listenable)::int,
    -count(*) filter (where deleted_at is null)::int)
  from old_rows group by show_id order by show_id;
  return null;
end $$;

-- Moves episodes between the counts of shows when they change state or show.
create or replace function count_updated_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_show_counts(show_id, sum(listenable)::int, sum(editable)::int)
  from (
    select show_id, listenable::int, (deleted_at is null)::int as editable, published_at, episode_id from new_rows
    union all
    select show_id, -(listenable::int), -((deleted_at is null)::int), published_at, episode_id from old_rows
  ) change
  group by show_id
  having sum(listenable) <> 0 or sum(editable) <> 0 or count(distinct (published_at, episode_id)) * 2 <> count(*)
  order by show_id;
  return null;
end $$;

-- Gives each new episode a row of counts.
create or replace function make_episode_counts() returns trigger language plpgsql as $$
begin
  insert into episode_counts (episode_id) select episode_id from new_rows;
  return null;
end $$;

-- Counts the likes of an episode and of its show. The episode's row is locked before that of its show, as in
-- move_episode_likes: the second of two transactions sees the changes of the first, so that no like is counted
-- for a show that the episode has left.
create or replace function count_likes() returns trigger language plpgsql as $$
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

-- Moves the likes of an episode to its new show, or subtracts them from its show's count when it is deleted.
create or replace function move_episode_likes() returns trigger language plpgsql as $$
begin
  perform 1 from episode_counts where episode_id in (
    select episode_id from (select episode_id, show_id, deleted_at is null from new_rows
      except select episode_id, show_id, deleted_at is null from old_rows) moved)
  order by episode_id for update;
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

-- Counts the messages of an episode that are neither deleted nor hidden.
create or replace function count_messages() returns trigger language plpgsql as $$
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

-- Keeps the ids of deleted chapters, so that lists can still be paged from them.
create or replace function remember_chapters() returns trigger language plpgsql as $$
begin
  insert into removed_chapters (chapter_id, episode_id, starts_at)
    select chapter_id, episode_id, starts_at from old_rows;
  return null;
end $$;
