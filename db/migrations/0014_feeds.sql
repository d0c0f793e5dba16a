-- Feeds: their settings, what of a show and an episode only feeds tell, and when a feed last changed.

create table show_feeds (
  show_id bigint primary key references shows,
  mode text not null default 'AUTO' check (mode in ('AUTO', 'REDIRECT', 'DISABLED')),
  prepend_url text,
  redirect_url text,
  show_email boolean not null default false,
  -- How many of the newest episodes the feed holds; null: all.
  item_limit integer check (item_limit > 0),
  check (mode <> 'REDIRECT' or redirect_url is not null)
);

-- Persons, funding, license and their like: a JSON value a noun, whose shape features/feedtags knows.
create table show_feed_tags (
  show_id bigint not null references shows,
  noun text not null,
  value jsonb not null,
  primary key (show_id, noun)
);
create table episode_feed_tags (
  episode_id bigint not null references episodes,
  noun text not null,
  value jsonb not null,
  primary key (episode_id, noun)
);

-- A transcript is a file of ours, or lies elsewhere.
create table transcripts (
  transcript_id bigint generated always as identity primary key,
  episode_id bigint not null references episodes,
  type text not null,
  language text,
  rel text,
  url text,
  media_key text,
  bytes bigint,
  created_at timestamptz not null default now(),
  check ((url is null) <> (media_key is null))
);
create index transcripts_episode_id on transcripts (episode_id);
create index transcripts_media_key on transcripts (media_key) where media_key is not null;

-- One row a show: it moves whenever anything moves that the show's feed is made of. It is what a
-- conditional GET is answered from, and what the announcing job compares.
create table feed_revisions (
  show_id bigint primary key references shows,
  revision bigint not null default nextval('revisions'),
  changed_at timestamptz not null default now(),
  announced_revision bigint
);
create index feed_revisions_unannounced on feed_revisions (show_id)
  where announced_revision is distinct from revision;
insert into feed_revisions (show_id, changed_at, announced_revision)
  select show_id, updated_at, 0 from shows;
update feed_revisions set announced_revision = revision;

-- Each announcement of a feed to a hub, and how it went.
create table feed_pings (
  ping_id bigint generated always as identity primary key,
  show_id bigint not null references shows,
  kind text not null check (kind in ('WEBSUB', 'PODPING')),
  target text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'FAILED')),
  attempts smallint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index feed_pings_show_id on feed_pings (show_id, ping_id desc);

-- In order of their ids, so that two writers of several shows do not wait for each other in a circle.
create function move_feeds(shows bigint[]) returns void language sql as $$
  insert into feed_revisions (show_id)
    select distinct show_id from unnest(shows) as moved (show_id)
      where show_id is not null order by show_id
  on conflict (show_id) do update
    set revision = nextval('revisions'), changed_at = clock_timestamp()
$$;

create function move_feed_of_show() returns trigger language plpgsql as $$
begin
  perform move_feeds(array[new.show_id]);
  return null;
end $$;
create trigger shows_move_feed after insert or update on shows
  for each row execute function move_feed_of_show();
create trigger show_feeds_move_feed after insert or update on show_feeds
  for each row execute function move_feed_of_show();
create trigger show_feed_tags_move_feed after insert or update on show_feed_tags
  for each row execute function move_feed_of_show();

create function move_feed_of_old_show() returns trigger language plpgsql as $$
begin
  perform move_feeds(array[old.show_id]);
  return null;
end $$;
create trigger show_feed_tags_leave_feed after delete on show_feed_tags
  for each row execute function move_feed_of_old_show();

-- An author's name stands in for one that a show does not have.
create function move_feeds_of_author() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select show_id from shows where author_id = new.user_id and deleted_at is null));
  return null;
end $$;
create trigger users_move_feeds after update on users
  for each row when (old.fullname is distinct from new.fullname) execute function move_feeds_of_author();

-- Episodes that nobody may listen to move no feed, nor does the progress of an encoding.
create function move_feeds_of_new_episodes() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select show_id from new_rows where listenable));
  return null;
end $$;
create trigger episodes_move_feeds_inserted after insert on episodes referencing new table as new_rows
  for each statement execute function move_feeds_of_new_episodes();

create function move_feeds_of_old_episodes() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select show_id from old_rows where listenable));
  return null;
end $$;
create trigger episodes_move_feeds_deleted after delete on episodes referencing old table as old_rows
  for each statement execute function move_feeds_of_old_episodes();

create function move_feeds_of_episodes() returns trigger language plpgsql as $$
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
create trigger episodes_move_feeds_updated after update on episodes
  referencing old table as old_rows new table as new_rows
  for each statement execute function move_feeds_of_episodes();

-- What hangs on an episode: chapters, tags, transcripts.
create function move_feeds_of_parts() returns trigger language plpgsql as $$
begin
  perform move_feeds(array(select e.show_id from rows r join episodes e using (episode_id) where e.listenable));
  return null;
end $$;
create trigger chapters_move_feeds_inserted after insert on chapters referencing new table as rows
  for each statement execute function move_feeds_of_parts();
create trigger chapters_move_feeds_updated after update on chapters referencing new table as rows
  for each statement execute function move_feeds_of_parts();
create trigger chapters_move_feeds_deleted after delete on chapters referencing old table as rows
  for each statement execute function move_feeds_of_parts();
create trigger episode_feed_tags_move_feeds_inserted after insert on episode_feed_tags referencing new table as rows
  for each statement execute function move_feeds_of_parts();
create trigger episode_feed_tags_move_feeds_updated after update on episode_feed_tags referencing new table as rows
  for each statement execute function move_feeds_of_parts();
create trigger episode_feed_tags_move_feeds_deleted after delete on episode_feed_tags referencing old table as rows
  for each statement execute function move_feeds_of_parts();
create trigger transcripts_move_feeds_inserted after insert on transcripts referencing new table as rows
  for each statement execute function move_feeds_of_parts();
create trigger transcripts_move_feeds_deleted after delete on transcripts referencing old table as rows
  for each statement execute function move_feeds_of_parts();
