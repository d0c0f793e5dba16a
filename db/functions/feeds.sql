-- revision: 4
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

-- Raises the feed revision of a show when the show, its feed settings or its feed tags change. The ranking, which notes how
-- good a show is every ten minutes, changes nothing in the feed.
create or replace function move_feed_of_show() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'shows' and tg_op = 'INSERT' then
    insert into feed_revisions (show_id) values (new.show_id);
    return null;
  elsif tg_table_name = 'shows' and tg_op = 'UPDATE' then
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
  perform move_feeds(array(
    select unnest(array[o.show_id, n.show_id]) from new_rows n join old_rows o using (episode_id)
    where (o.listenable or n.listenable) and
      (o.listenable, o.show_id, o.title, o.permalink, o.description, o.description_html, o.duration,
       o.explicit, o.tags, o.image_id, o.import_image_url, o.published_at, o.type, o.media_key,
       o.media_url, o.media_type, o.media_bytes, o.season_number, o.episode_number,
       o.season_episode_type, o.rss_guid, o.episode_link, o.location_latitude, o.location_longitude)
      is distinct from
      (n.listenable, n.show_id, n.title, n.permalink, n.description, n.description_html, n.duration,
       n.explicit, n.tags, n.image_id, n.import_image_url, n.published_at, n.type, n.media_key,
       n.media_url, n.media_type, n.media_bytes, n.season_number, n.episode_number,
       n.season_episode_type, n.rss_guid, n.episode_link, n.location_latitude, n.location_longitude)));
  return null;
end $$;

-- Raises the feed revision when chapters, feed tags or transcripts of a listenable episode change.
create or replace function move_feeds_of_parts() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select e.show_id from rows r join episodes e using (episode_id) where e.listenable));
  return null;
end $$;
