-- Episodes, their chapters and tags; the columns of contract section 5.

create table episodes (
  episode_id bigint generated always as identity primary key,
  show_id bigint not null references shows,
  author_id bigint not null references users,
  type text not null check (type in ('DRAFT', 'RECORDED', 'EXTERNAL', 'LIVE')),
  title text not null,
  permalink text not null,
  description text not null default '',
  description_html text not null default '',
  duration integer not null default 0,
  explicit boolean not null default false,
  hidden boolean not null default false,
  visibility text not null default 'PUBLIC' check (visibility in ('PUBLIC', 'LIMITED', 'PRIVATE')),
  limited_key text,
  download_enabled boolean not null default true,
  tags text[] not null default '{}',
  image_id bigint references images,
  published_at timestamptz,
  auto_published_at timestamptz,
  encoding_status text not null default 'PENDING'
    check (encoding_status in ('PENDING', 'PROCESSING', 'READY', 'ERROR')),
  encoding_error text,
  -- EXTERNAL episodes are played from media_url; type and length are what their feed announces.
  media_url text,
  media_type text,
  media_bytes bigint,
  waveform_key text,
  season_number integer,
  episode_number integer,
  season_episode_type text not null default 'FULL'
    check (season_episode_type in ('FULL', 'TRAILER', 'BONUS')),
  rss_guid text not null,
  episode_link text,
  location_latitude double precision,
  location_longitude double precision,
  ai_generated boolean not null default false,
  import_image_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions'),
  -- Whether a stranger may listen, as far as the episode itself decides (the show must be visible too).
  listenable boolean not null generated always as (
    deleted_at is null and published_at is not null and not hidden
    and visibility = 'PUBLIC' and encoding_status = 'READY' and type <> 'DRAFT') stored
);
create unique index episodes_show_guid_key on episodes (show_id, rss_guid) where deleted_at is null;
create index episodes_show_listenable on episodes (show_id, published_at desc, episode_id desc) where listenable;
create index episodes_show_editable on episodes (show_id, published_at desc, episode_id desc) where deleted_at is null;
create index episodes_author_listenable on episodes (author_id, published_at desc, episode_id desc) where listenable;
create index episodes_author_editable on episodes (author_id, published_at desc, episode_id desc) where deleted_at is null;
create index episodes_image_id on episodes (image_id) where image_id is not null;

create table chapters (
  chapter_id bigint generated always as identity primary key,
  episode_id bigint not null references episodes,
  starts_at integer not null check (starts_at >= 0),
  title text not null,
  external_url text,
  image_id bigint references images,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (episode_id, starts_at)
);
create index chapters_image_id on chapters (image_id) where image_id is not null;

-- One update of show_counts a statement and show, however many episodes the statement touched.
create function add_to_show_counts(show bigint, listenable integer, editable integer) returns void
language sql as $$
  update show_counts set
    listenable_episodes_count = listenable_episodes_count + listenable,
    editable_episodes_count = editable_episodes_count + editable,
    last_episode_at = (select e.published_at from episodes e
      where e.show_id = show and e.listenable order by e.published_at desc, e.episode_id desc limit 1)
  where show_id = show
$$;

create function count_inserted_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_show_counts(show_id, count(*) filter (where listenable)::int,
    count(*) filter (where deleted_at is null)::int)
  from new_rows group by show_id order by show_id;
  return null;
end $$;

create function count_deleted_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_show_counts(show_id, -count(*) filter (where listenable)::int,
    -count(*) filter (where deleted_at is null)::int)
  from old_rows group by show_id order by show_id;
  return null;
end $$;

create function count_updated_episodes() returns trigger language plpgsql as $$
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

create trigger episodes_inserted after insert on episodes referencing new table as new_rows
  for each statement execute function count_inserted_episodes();
create trigger episodes_deleted after delete on episodes referencing old table as old_rows
  for each statement execute function count_deleted_episodes();
create trigger episodes_updated after update on episodes referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_episodes();
