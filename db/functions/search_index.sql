-- revision: 6
-- The search index: documents of shows and episodes, written by triggers in the transaction that changes their text.

-- The search documents of shows. `offset 0` keeps PostgreSQL from evaluating the same expression again for each use.
create or replace function search_show_documents(ids bigint[]) returns setof search_shows language sql stable as $$
  select s.show_id, search_title(s.title), level, ranked.rank, at,
    search_lexemes(level, folded.title, byline, '', body, stemmer, labels),
    to_tsvector('simple', concat_ws(' ', folded.title, byline, body)), repeat(' ', 2000)
  from shows s
  join show_counts c using (show_id)
  join users u on u.user_id = s.author_id
  cross join lateral (select coalesce(c.last_episode_at, s.created_at) as at) dated
  cross join lateral (select search_rank(s.quality, c.followers_count + c.likes_count, at) as rank) ranked
  cross join lateral (select case when s.visibility = 'PUBLIC'
      and (c.listenable_episodes_count > 0 or c.editable_episodes_count = 0)
    then search_level('shows', ranked.rank) else 'z' end as level offset 0) placed
  cross join lateral (select search_titled(s.title) as title, search_fold(concat_ws(' ', s.author_name, u.fullname)) as byline,
    search_fold(left(s.description, 5000)) as body, search_stemmer(s.language) as stemmer offset 0) folded
  cross join lateral (select array_remove(array['l' || s.language, 'c' || s.category_id, 'c' || s.category_2_id,
    'c' || s.category_3_id, 'x' || s.explicit::int, 'u' || s.author_id, 's' || s.show_id,
    'y' || extract(year from at at time zone 'UTC')], null)
    || array(select 'i' || initials from unnest(search_initials(s.title, s.author_name)) initials) as labels) labelled
  where s.show_id = any(ids) and s.deleted_at is null
$$;

-- The search documents of episodes, made like those of shows.
create or replace function search_episode_documents(ids bigint[]) returns setof search_episodes language sql stable as $$
  select e.episode_id, search_title(e.title), level, ranked.rank, e.published_at, e.duration,
    search_lexemes(level, folded.title, byline, folded.tags, body, stemmer, labels),
    to_tsvector('simple', concat_ws(' ', folded.title, byline, body)), repeat(' ', 2000)
  from episodes e
  join shows s using (show_id)
  join show_counts c using (show_id)
  join episode_counts l using (episode_id)
  join users u on u.user_id = e.author_id
  cross join lateral (select search_rank(s.quality, c.followers_count + l.likes_count, coalesce(e.published_at, e.created_at)) as rank) ranked
  cross join lateral (select case when e.listenable and s.visibility = 'PUBLIC'
    then search_level('episodes', ranked.rank) else 'z' end as level offset 0) placed
  cross join lateral (select search_titled(e.title) as title,
    search_fold(concat_ws(' ', s.title, s.author_name, u.fullname)) as byline,
    search_fold(array_to_string(e.tags, ' ')) as tags, search_fold(left(e.description, 5000)) as body,
    search_stemmer(s.language) as stemmer offset 0) folded
  cross join lateral (select array_remove(array['l' || s.language, 'c' || s.category_id, 'c' || s.category_2_id,
    'c' || s.category_3_id, 'x' || e.explicit::int, 'u' || e.author_id, 's' || e.show_id,
    'y' || extract(year from e.published_at at time zone 'UTC'), 'd' || least(e.duration / 600000, 36)], null) as labels) labelled
  where e.episode_id = any(ids) and e.deleted_at is null and s.deleted_at is null
$$;

-- Adds the words of texts to the vocabulary that corrections and completions come from.
create or replace function search_learn(texts text[]) returns void language sql as $$
  insert into search_words (word, edits)
  select word, search_edits(word)
  from (select distinct unnest(search_plain(text)) as word from unnest(texts) text) said
  where length(word) between 2 and 32 and search_grams(word) = '{}'
    and not exists (select from search_words known where known.word = said.word)
$$;

-- Writes the documents of shows, and removes those of deleted ones. Planned once a session: with new plans, one show took
-- 4.3 ms instead of 1.5, because PostgreSQL expects ten ids of an unknown array and plans again for one.
create or replace function search_write_shows(ids bigint[]) returns void
language sql set plan_cache_mode = force_generic_plan as $$
  delete from search_shows d where d.show_id = any(ids)
    and not exists (select from shows s where s.show_id = d.show_id and s.deleted_at is null);
  insert into search_shows as present
  select * from search_show_documents(ids)
  on conflict (show_id) do update set title = excluded.title, level = excluded.level, rank = excluded.rank,
    published_at = excluded.published_at, lexemes = excluded.lexemes, places = excluded.places
  where present is distinct from excluded;
  insert into search_languages select distinct language from shows s where s.show_id = any(ids)
    and not exists (select from search_languages known where known.language = s.language)
  on conflict do nothing;
  select search_learn(array(select unnest(array[search_fold(s.title), search_latin(search_fold(s.title)), search_fold(s.author_name), search_fold(u.fullname)])
    from shows s join users u on u.user_id = s.author_id where s.show_id = any(ids)));
$$;

-- Writes the documents of episodes, and removes those of deleted ones.
create or replace function search_write_episodes(ids bigint[]) returns void
language sql set plan_cache_mode = force_generic_plan as $$
  delete from search_episodes d where d.episode_id = any(ids)
    and not exists (select from episodes e join shows s using (show_id)
      where e.episode_id = d.episode_id and e.deleted_at is null and s.deleted_at is null);
  insert into search_episodes as present
  select * from search_episode_documents(ids)
  on conflict (episode_id) do update set title = excluded.title, level = excluded.level, rank = excluded.rank,
    published_at = excluded.published_at, duration = excluded.duration, lexemes = excluded.lexemes, places = excluded.places
  where present is distinct from excluded;
  select search_learn(array(select concat_ws(' ', folded, search_latin(folded))
    from episodes e cross join lateral (select search_fold(e.title || ' ' || array_to_string(e.tags, ' ')) as folded offset 0) said
    where e.episode_id = any(ids)));
$$;

-- Writes the documents of episodes whose text or state has changed.
create or replace function search_follow_episodes() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(episode_id order by episode_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(episode_id order by episode_id) into ids from old_rows;
  else
    -- By `except`, because a join planned for one episode takes the square of their number for many.
    select array_agg(episode_id order by episode_id) into ids from (
      select episode_id, title, description, tags, explicit, duration, published_at, listenable, deleted_at is null,
        show_id, author_id from new_rows
      except select episode_id, title, description, tags, explicit, duration, published_at, listenable,
        deleted_at is null, show_id, author_id from old_rows) changed;
  end if;
  if ids is not null then perform search_write_episodes(ids); end if;
  return null;
end $$;

-- Writes the documents of changed shows and those of their episodes, which can also be found by the show's title,
-- author, language and categories.
create or replace function search_follow_shows() returns trigger language plpgsql as $$
declare
  own bigint[];
  inherited bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(show_id order by show_id) into own from new_rows;
  else
    select array_agg(show_id order by show_id) into own from (
      select show_id, title, description, author_name, author_id, language, category_id, category_2_id, category_3_id,
        explicit, visibility, deleted_at is null from new_rows
      except select show_id, title, description, author_name, author_id, language, category_id, category_2_id,
        category_3_id, explicit, visibility, deleted_at is null from old_rows) changed;
    if own is null then return null; end if;
    select array_agg(show_id) into inherited from (
      select show_id, title, author_name, language, category_id, category_2_id, category_3_id, visibility,
        deleted_at is null from new_rows
      except select show_id, title, author_name, language, category_id, category_2_id, category_3_id, visibility,
        deleted_at is null from old_rows) changed;
  end if;
  if own is not null then perform search_write_shows(own); end if;
  if inherited is not null then
    perform search_write_episodes(array(
      select episode_id from episodes where show_id = any(inherited) and deleted_at is null order by episode_id));
  end if;
  return null;
end $$;

-- Writes the document of a show when its counts change, because they decide whether others find it and how fresh it
-- is. Within a year a new latest episode changes only the rank, and no index entry.
create or replace function search_follow_counts() returns trigger language plpgsql as $$
declare
  shown boolean := new.listenable_episodes_count > 0 or new.editable_episodes_count = 0;
begin
  if shown = (old.listenable_episodes_count > 0 or old.editable_episodes_count = 0)
    and extract(year from new.last_episode_at at time zone 'UTC') = extract(year from old.last_episode_at at time zone 'UTC')
  then
    update search_shows set published_at = new.last_episode_at,
      rank = rank + search_rank(0, 0, new.last_episode_at) - search_rank(0, 0, published_at)
    where show_id = new.show_id;
  else
    perform search_write_shows(array[new.show_id]);
  end if;
  return null;
end $$;

-- Writes the documents of a user's shows and episodes when the user's full name changes.
create or replace function search_follow_users() returns trigger language plpgsql as $$
begin
  perform search_write_shows(array(select show_id from shows where author_id = new.user_id and deleted_at is null));
  perform search_write_episodes(array(select episode_id from episodes where author_id = new.user_id and deleted_at is null));
  return null;
end $$;
