-- revision: 5
-- Feed revisions: one number per show, which increases whenever any part of the show's feed changes.

-- Raises the feed revisions of shows, in the order of their ids, so that two transactions that change several
-- shows never deadlock.
create or replace function move_feeds(shows bigint[]) returns void language sql as $$
  insert into feed_revisions (show_id)
    select distinct show_id from unnest(shows) as moved (show_id)
      where show_id is not null order by show_id
  on conflict (show_id) do update
    set revision = nextval('revisions'), changed_at = clock_timestamp()
$$;

-- Gives each new show a feed revision.
create or replace function make_feed_revisions() returns trigger language plpgsql as $$
begin
  insert into feed_revisions (show_id) select show_id from new_rows;
  return null;
end $$;

-- Raises the feed revision of a show when the show, its feed settings or its feed tags change. The ranking, which notes how
-- good a show is every ten minutes, changes nothing in the feed.
create or replace function move_feed_of_show() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'shows' then
    if new.quality is distinct from old.quality and new.revision = old.revision then return null; end if;
  end if;
  perform move_feeds(array[new.show_id]);
  return null;
end $$;

-- Raises the feed revision of a show when its feed tags are removed.
create or replace function move_feed_of_old_show() returns trigger language plpgsql as $$
begin
  perform move_feeds(array[old.show_id]);
  return null;
end $$;

-- Raises the feed revisions of a user's shows when the user's full name changes, which feeds use as a fallback.
create or replace function move_feeds_of_author() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select show_id from shows where author_id = new.user_id and deleted_at is null));
  return null;
end $$;

-- Raises the feed revision when a listenable episode is added. Other episodes are not in feeds.
create or replace function move_feeds_of_new_episodes() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select show_id from new_rows where listenable));
  return null;
end $$;

-- Raises the feed revision when a listenable episode is removed.
create or replace function move_feeds_of_old_episodes() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select show_id from old_rows where listenable));
  return null;
end $$;

-- Raises the feed revision when a field of an episode that feeds contain changes. The progress of an encoding is
-- not such a field.
create or replace function move_feeds_of_episodes() returns trigger language plpgsql as $$
begin
  -- By `except`, because a join planned for one episode takes the square of their number for many.
  perform move_feeds(array(with
    present as (select show_id, episode_id, title, permalink, description, description_html, duration, explicit, tags,
      image_id, import_image_url, published_at, type, media_key, media_url, media_type, media_bytes, season_number,
      episode_number, season_episode_type, rss_guid, episode_link, location_latitude, location_longitude
      from new_rows where listenable),
    past as (select show_id, episode_id, title, permalink, description, description_html, duration, explicit, tags,
      image_id, import_image_url, published_at, type, media_key, media_url, media_type, media_bytes, season_number,
      episode_number, season_episode_type, rss_guid, episode_link, location_latitude, location_longitude
      from old_rows where listenable)
    select show_id from (select * from present except select * from past) entered
    union all select show_id from (select * from past except select * from present) gone));
  return null;
end $$;

-- Raises the feed revision when chapters, feed tags or transcripts of a listenable episode change.
create or replace function move_feeds_of_parts() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select e.show_id from rows r join episodes e using (episode_id) where e.listenable));
  return null;
end $$;
