-- Shows, who may edit them besides their author, and who has them among the favorites.

create table shows (
  show_id bigint generated always as identity primary key,
  author_id bigint not null references users,
  title text not null,
  permalink text not null,
  description text not null default '',
  description_html text not null default '',
  episode_description_footer_html text,
  language text not null,
  category_id integer,
  category_2_id integer,
  category_3_id integer,
  explicit boolean not null default false,
  itunes_type text not null default 'episodic' check (itunes_type in ('episodic', 'serial')),
  episodes_sorting text not null default 'newest' check (episodes_sorting in ('newest', 'oldest')),
  visibility text not null default 'PUBLIC' check (visibility in ('PUBLIC', 'LIMITED', 'PRIVATE')),
  limited_key text,
  email text,
  website_url text,
  socialnet1_url text,
  socialnet1_page_id text,
  socialnet1_page_name text,
  socialnet2_name text,
  voipchat_name text,
  tel_number text,
  sms_number text,
  owner_name text,
  author_name text,
  copyright text,
  guid uuid not null,
  image_id bigint references images,
  -- Where an imported show came from, and the cover that its feed names.
  import_feed_url text,
  import_image_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);
create unique index shows_author_permalink_key on shows (author_id, permalink) where deleted_at is null;
create index shows_author_id on shows (author_id, show_id desc) where deleted_at is null;
create index shows_guid on shows (guid) where deleted_at is null;
create index shows_image_id on shows (image_id) where image_id is not null;

-- What is counted about a show. Written by the triggers of the tables counted, never by hand.
create table show_counts (
  show_id bigint primary key references shows,
  listenable_episodes_count integer not null default 0,
  editable_episodes_count integer not null default 0,
  followers_count integer not null default 0,
  last_episode_at timestamptz
);

create function make_show_counts() returns trigger language plpgsql as $$
begin
  insert into show_counts (show_id) values (new.show_id);
  return null;
end $$;
create trigger shows_make_counts after insert on shows for each row execute function make_show_counts();

-- A collaborator edits one show; a network collaborator acts on all shows of a user.
create table show_collaborators (
  show_id bigint not null references shows,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (show_id, user_id)
);
create index show_collaborators_user_id on show_collaborators (user_id);

create table user_collaborators (
  network_user_id bigint not null references users,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (network_user_id, user_id)
);
create index user_collaborators_user_id on user_collaborators (user_id);

-- Removed favorites stay as markers, so that paging by the id of one that has gone still works.
create sequence favorite_positions as bigint;
create table favorites (
  user_id bigint not null references users,
  show_id bigint not null references shows,
  position bigint not null default nextval('favorite_positions'),
  notifications_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (user_id, show_id)
);
create index favorites_user_position on favorites (user_id, position desc) where removed_at is null;

create function count_followers() returns trigger language plpgsql as $$
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
create trigger favorites_count after insert or update or delete on favorites
  for each row execute function count_followers();
