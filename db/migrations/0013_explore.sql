-- Explore: curated lists, the ranking of shows that lists and categories are read in; and tags.

alter table shows add column if not exists quality real not null default 0;

-- What is known of a show's audience beyond its own tables; null, or no row: not known.
-- `listeners`: unique listeners a day, those of d days ago counting 2^(-d/14). `completion`: 0 to 1,
-- the mean part of an episode that a listener hears.
create table show_signals (
  show_id bigint primary key references shows on delete cascade,
  listeners double precision check (listeners >= 0),
  completion double precision check (completion between 0 and 1)
);

-- A ranking is a version of all scores. One that is not published yet is being made, or was given up.
create table rankings (
  version integer primary key check (version between 0 and 2147483646),
  published_at timestamptz
);
insert into rankings values (0, now());

-- The score of each show in each of its categories (0: every show), over versions: valid from
-- from_version up to and not including until_version. A ranking's rows are those valid at its version.
create table ranked_shows (
  category_id integer not null,
  show_id bigint not null references shows on delete cascade,
  from_version integer not null default 0,
  until_version integer not null default 2147483647,
  score integer not null default 0 check (score between 0 and 10000),
  primary key (show_id, category_id, from_version)
);
create index ranked_shows_order on ranked_shows (category_id, score desc, show_id desc)
  include (from_version, until_version);
create index ranked_shows_past on ranked_shows (until_version) where until_version < 2147483647;

-- 0, the show's categories and those above them. A top-level category's id is followed by those of
-- its sub-categories, so the one above is the greatest that is not greater.
create function ranked_categories(categories integer[]) returns setof integer
language sql immutable as $$
  select 0
  union
  select unnest(array[category_id, (
    select max(top) from unnest(array[92, 99, 106, 110, 115, 119, 120, 121, 128, 133, 142, 146, 154,
      162, 172, 178, 194, 195, 196]) top where top <= category_id)])
  from unnest(categories) category_id where category_id is not null
$$;

-- A show that comes to a category has there the scores that it has everywhere.
create function rank_show() returns trigger language plpgsql as $$
declare
  wanted integer[] := array(select ranked_categories(
    array[new.category_id, new.category_2_id, new.category_3_id]));
begin
  if tg_op = 'INSERT' then
    insert into ranked_shows (category_id, show_id) select unnest(wanted), new.show_id;
    return null;
  end if;
  delete from ranked_shows where show_id = new.show_id and category_id <> all (wanted);
  insert into ranked_shows (category_id, show_id, from_version, until_version, score)
    select category_id, show_id, from_version, until_version, score
    from unnest(wanted) category_id,
      (select show_id, from_version, until_version, score from ranked_shows
        where show_id = new.show_id and ranked_shows.category_id = 0) everywhere
    on conflict do nothing;
  return null;
end $$;
create trigger shows_ranked after insert or update of category_id, category_2_id, category_3_id on shows
  for each row execute function rank_show();
insert into ranked_shows (category_id, show_id)
  select ranked_categories(array[category_id, category_2_id, category_3_id]), show_id from shows;

-- For rules that few shows fit: those are found first and ranked afterwards.
create index shows_language on shows (language) where deleted_at is null;
create index show_counts_last_episode_at on show_counts (last_episode_at);

-- Lists made by the operator. `hand`: the shows of the list's edition in explore_list_items, in that
-- order. `rule`: every show that fits, ranked; a null asks for nothing.
create table explore_lists (
  list_id bigint generated always as identity primary key,
  name text not null,
  subtitle text,
  type text not null default 'shows' check (type in ('shows')),
  -- ISO 3166-1 alpha-2; none: for every country.
  countries text[] not null default '{}',
  filled_by text not null default 'hand' check (filled_by in ('hand', 'rule')),
  edition bigint not null default 0,
  category_id integer,
  language text,
  max_age_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);

-- Each change of a list's shows is a new edition; the one before stays for those who are reading it.
create table explore_list_items (
  list_id bigint not null references explore_lists,
  edition bigint not null,
  position integer not null,
  show_id bigint not null references shows on delete cascade,
  primary key (list_id, edition, position),
  unique (list_id, edition, show_id)
);
create index explore_list_items_show_id on explore_list_items (show_id);

-- The form in which tags are compared. It is applied to both sides, here alone.
create function normalised_tag(tag text) returns text language sql immutable strict parallel safe as $$
  select normalize(lower(normalize(
    btrim(tag, U&' \0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'),
    NFC)), NFC)
$$;

-- The tags of the episodes that may be listened to as far as the episodes themselves decide.
create table episode_tags (
  tag text not null,
  episode_id bigint not null references episodes on delete cascade,
  published_at timestamptz not null,
  primary key (episode_id, tag)
);
create index episode_tags_newest on episode_tags (tag, published_at desc, episode_id desc);

create function tag_episode() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from episode_tags where episode_id = new.episode_id;
  end if;
  if new.listenable then
    insert into episode_tags (tag, episode_id, published_at)
      select distinct normalised_tag(tag), new.episode_id, new.published_at from unnest(new.tags) tag;
  end if;
  return null;
end $$;
create trigger episodes_tagged after insert on episodes
  for each row when (new.tags <> '{}') execute function tag_episode();
create trigger episodes_retagged after update on episodes
  for each row when ((old.tags, old.listenable, old.published_at)
    is distinct from (new.tags, new.listenable, new.published_at))
  execute function tag_episode();
insert into episode_tags (tag, episode_id, published_at)
  select distinct normalised_tag(tag), episode_id, published_at
  from episodes, unnest(tags) tag where listenable;
