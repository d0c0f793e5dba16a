-- Search at a million episodes: keys that find a rare word in all levels by one look-up, narrow rows,
-- and functions that read no further than the page. docs/decisions/search.md has the measurements.

-- Neighbouring words of a folded title: "a rose is" gives "a rose" and "rose is".
create function search_pairs(folded text) returns text[] language sql immutable strict parallel safe as $$
  select array(select words[i] || ' ' || words[i + 1] from generate_series(1, cardinality(words) - 1) i)
  from string_to_array(replace(folded, '''', ''), ' ') words
$$;

-- What stands behind each lexeme: | and the level, or }z for what strangers do not find. So all levels
-- that strangers see of a word are neighbours in the index, and one look-up of `word|` finds them.
create function search_ending(level text) returns text language sql immutable strict parallel safe
  return case when level = 'z' then '}' else '|' end || level;

-- As before (0012), but for where the level stands, and for pairs of neighbours in the title, marked ".
create or replace function search_lexemes(level text, title text, byline text, tags text, body text,
  stemmer regconfig, labels text[]) returns tsvector language plpgsql immutable parallel safe as $$
declare
  ending text := search_ending(level);
  titled text[] := search_forms(title, stemmer);
  authored text[] := titled || search_forms(byline, stemmer);
  tagged text[] := authored || search_forms(tags, stemmer)
    || array(select word from unnest(string_to_array(body, ' ')) word group by word having count(*) > 2);
  bodied text[] := tagged || search_forms(body, stemmer);
begin
  return array_to_tsvector(array(
    select form || ending from (
      select unnest(bodied)
      union all select '=' || unnest(titled)
      union all select '@' || unnest(authored)
      union all select '#' || unnest(tagged)
      union all select '"' || unnest(search_pairs(title))
      union all select ':' || unnest(labels)
    ) marked (form) where octet_length(form) <= 200 and form not in ('', '=', '@', '#')));
end $$;

-- Rows are read by the thousand for what they rank, and their texts by the dozen. PostgreSQL moves
-- wide columns out of a row only when it has more than 2 KB: so each gets some, which it packs into 30
-- bytes. A row then takes 200 bytes, not 1,200.
create temporary table kept_shows on commit drop as select * from search_shows;
create temporary table kept_episodes on commit drop as select * from search_episodes;
truncate search_shows, search_episodes;
drop index search_shows_lexemes, search_episodes_lexemes;
alter table search_shows set (toast_tuple_target = 256);
alter table search_episodes set (toast_tuple_target = 256);
alter table search_shows add column padding text not null;
alter table search_episodes add column padding text not null;

-- What is in the index becomes what search_lexemes would have made.
insert into search_shows
select show_id, title, level, rank, published_at, array_to_tsvector(
    array(select substr(lexeme, 2) || search_ending(left(lexeme, 1)) from unnest(tsvector_to_array(lexemes)) lexeme)
    || array(select '"' || pair || search_ending(level) from unnest(search_pairs(title)) pair where octet_length(pair) < 200)),
  places, repeat(' ', 2000)
from kept_shows;
insert into search_episodes
select episode_id, title, level, rank, published_at, duration, array_to_tsvector(
    array(select substr(lexeme, 2) || search_ending(left(lexeme, 1)) from unnest(tsvector_to_array(lexemes)) lexeme)
    || array(select '"' || pair || search_ending(level) from unnest(search_pairs(title)) pair where octet_length(pair) < 200)),
  places, repeat(' ', 2000)
from kept_episodes;
create index search_shows_lexemes on search_shows using gin (lexemes) with (fastupdate = off);
create index search_episodes_lexemes on search_episodes using gin (lexemes) with (fastupdate = off);

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
  cross join lateral (select search_fold(s.title) as title, search_fold(concat_ws(' ', s.author_name, u.fullname)) as byline,
    search_fold(left(s.description, 5000)) as body, search_stemmer(s.language) as stemmer offset 0) folded
  cross join lateral (select array_remove(array['l' || s.language, 'c' || s.category_id, 'c' || s.category_2_id,
    'c' || s.category_3_id, 'x' || s.explicit::int, 'u' || s.author_id, 's' || s.show_id,
    'y' || extract(year from at at time zone 'UTC')], null) as labels) labelled
  where s.show_id = any(ids) and s.deleted_at is null
$$;

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
  cross join lateral (select search_fold(e.title) as title,
    search_fold(concat_ws(' ', s.title, s.author_name, u.fullname)) as byline,
    search_fold(array_to_string(e.tags, ' ')) as tags, search_fold(left(e.description, 5000)) as body,
    search_stemmer(s.language) as stemmer offset 0) folded
  cross join lateral (select array_remove(array['l' || s.language, 'c' || s.category_id, 'c' || s.category_2_id,
    'c' || s.category_3_id, 'x' || e.explicit::int, 'u' || e.author_id, 's' || e.show_id,
    'y' || extract(year from e.published_at at time zone 'UTC'), 'd' || least(e.duration / 600000, 36)], null) as labels) labelled
  where e.episode_id = any(ids) and e.deleted_at is null and s.deleted_at is null
$$;

-- As before, but leaner: a word's look-ups are one, and what only other scripts need is asked only of them.
-- `documents` is the most that any form has.
create or replace function search_query_words(texts text[], spoken text)
  returns table (part bigint, place bigint, word text, forms text[], grams text[], known boolean, documents bigint)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  stemmers regconfig[] := array(select search_stemmer(l.language)
    from (select language from search_languages where spoken is null union select spoken) l (language)
    where search_stemmer(l.language) is not null);
begin
  return query
  select given.part, said.place, said.word, formed.forms,
    case when octet_length(said.word) = length(said.word) then '{}'
      else array(select gram from unnest(search_grams(said.word)) gram where length(gram) = 2) end,
    counted.known, counted.documents
  from unnest(texts) with ordinality given (text, part),
    unnest(string_to_array(nullif(replace(search_fold(text), '''', ''), ''), ' ')) with ordinality said (word, place),
    lateral (select said.word || array(select distinct '~' || stem
      from unnest(stemmers) stemmer, unnest(tsvector_to_array(to_tsvector(stemmer, said.word))) stem) as forms offset 0) formed,
    lateral (select coalesce(bool_or(w.word = said.word), false) as known, coalesce(max(w.documents), 0)::bigint as documents
      from search_words w where w.word = any(formed.forms)) counted
  where octet_length(said.word) <= 180
  order by given.part, said.place;
end $$;

-- search_find_shows and search_find_episodes: the best `wanted` documents, best first.
--
-- First the very titles. Then, where `together`, all that answers any of the queries, once each and under
-- the first that it answers; else one query after the other (no document answers two) until there are
-- enough. Outside titles, quoted phrases are looked for in 1,500 documents a search that hold their words.
-- After 150 ms no further query is begun: whoever asks for the impossible gets what was found.
do $do$
declare
  kind record;
begin
  for kind in values ('shows', 'show_id', 'true'), ('episodes', 'episode_id',
    '(shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest)')
  loop
    execute replace(replace(replace($template$
create function search_find_«kind»(wanted integer, queries tsquery[], fields text[], together boolean, words tsquery,
  typed text, titles text[], literal boolean, labels tsquery, levels text[], phrases text[], unwanted text[],
  passed bigint[], since timestamptz, before timestamptz, shortest bigint, longest bigint)
returns table (id bigint, match text, text real, rank real) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
#variable_conflict use_column
declare
  start text := search_title(typed);
  same text[] := array(select search_title(title) from unnest(titles) title);
  present tsquery := (select string_agg('(' || query || ')', ' & ')::tsquery from unnest(phrases) phrase,
    cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  absent tsquery := (select string_agg('(' || query || ')', ' | ')::tsquery from unnest(unwanted) phrase,
    cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  ids bigint[];
  found integer := 0;
  more integer;
  budget integer := 1500;
begin
  -- Of many with the same title the spelling is compared in the 200 that rank best.
  return query
  with held as (
    select d.«id» as id, d.rank, row_number() over (order by d.rank desc, d.«id» desc) as place
    from search_«kind» d
    where d.title = any(same) and d.level = any(levels) and d.«id» <> all(passed)
      and (labels is null or d.lexemes @@ labels)
      and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
    order by d.rank desc, d.«id» desc limit greatest(wanted, 200)),
  spelled as (
    select held.id, held.rank, ((x.title = typed)::int + (lower(x.title) = lower(typed))::int)::real as text
    from held join «kind» x on x.«id» = held.id where held.place <= 200
    union all select held.id, held.rank, 0 from held where held.place > 200 and not literal)
  select spelled.id, 'exact', spelled.text, spelled.rank from spelled
  where not literal or spelled.text > 0
  order by spelled.text * 10 + spelled.rank desc, spelled.id desc limit wanted;
  get diagnostics found = row_count;
  if literal then
    passed := passed || array(select d.«id» from search_«kind» d join «kind» x on x.«id» = d.«id»
      where d.title = any(same) and lower(x.title) = lower(typed) limit 1000);
    same := '{}';
  end if;

  if together then
    return query
    with held as (
      select distinct on (d.id) d.*, q.place, q.field
      from unnest(queries, fields) with ordinality q (query, field, place)
      cross join lateral (
        select d.«id» as id, d.title, d.rank from search_«kind» d
        where d.lexemes @@ q.query and d.«id» <> all(passed) and d.title <> all(same) and d.level = any(levels)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
        limit 20000) d
      order by d.id, q.place),
    counted as (select held.*, count(*) over () as total from held),
    best as (
      select * from counted
      order by place, rank desc, id desc limit case when present is null and absent is null then null else budget end),
    said as (
      select * from best where present is null and absent is null
      union all
      select best.* from best join search_«kind» d on d.«id» = best.id
      where (present is not null or absent is not null)
        and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)),
    judged as (
      select said.*, (case
        when field = 'title' then least(length(start)::real / greatest(length(title), 1), 1)
          + (position(start in title) > 0)::int + starts_with(title, start)::int
        when total <= 300 then 5 * (select ts_rank('{1,1,1,1}', d.places, words, 1) from search_«kind» d where d.«id» = said.id)
        else 0 end)::real as text
      from said)
    select judged.id, field, judged.text, judged.rank from judged
    order by place, judged.text * 10 + judged.rank desc, judged.id desc limit wanted - found;
    return;
  end if;

  for i in 1..cardinality(queries) loop
    exit when found >= wanted or clock_timestamp() > statement_timestamp() + interval '150 ms';
    if present is not null or absent is not null then
      continue when budget <= 0 and fields[i] <> 'title';
      select array_agg(best.id) into ids from (
        select d.«id» as id from search_«kind» d
        where d.lexemes @@ queries[i] and d.«id» <> all(passed) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
        order by d.rank desc, d.«id» desc
        limit case when fields[i] = 'title' then greatest(budget, wanted - found) else budget end) best;
      -- In titles the pairs are in the index: few of these are in vain.
      if fields[i] <> 'title' then budget := budget - coalesce(cardinality(ids), 0); end if;
      return query
      select d.«id», fields[i], 0::real, d.rank from search_«kind» d
      where d.«id» = any(ids) and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
      order by d.rank desc, d.«id» desc limit wanted - found;
    elsif fields[i] = 'title' then
      return query
      select d.«id», 'title', judged.text, d.rank from search_«kind» d
      cross join lateral (select (least(length(start)::real / greatest(length(d.title), 1), 1)
        + (position(start in d.title) > 0)::int + starts_with(d.title, start)::int)::real as text offset 0) judged
      where d.lexemes @@ queries[i] and d.«id» <> all(passed) and d.title <> all(same)
        and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
      order by judged.text * 10 + d.rank desc, d.«id» desc limit wanted - found;
    else
      return query
      select d.«id», fields[i], 0::real, d.rank from search_«kind» d
      where d.lexemes @@ queries[i] and d.«id» <> all(passed) and d.title <> all(same)
        and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
      order by d.rank desc, d.«id» desc limit wanted - found;
    end if;
    get diagnostics more = row_count;
    found := found + more;
  end loop;
end $$;
    $template$, '«kind»', kind.column1), '«id»', kind.column2), '«length»', kind.column3);
  end loop;
end $do$;
