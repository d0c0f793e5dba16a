-- The search index: one row a document, written by triggers in the transaction that changes the
-- text. docs/decisions/search.md tells why it looks like this; features/search asks it.

create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- How good and how popular a show is, 0 to 1. Written by features/explore; 0 until it has run.
alter table shows add column quality real not null default 0;

-- Lower case of every script. A database made with another locale may know only ASCII: then the
-- first collation there is that knows more.
do $$
declare
  known text := '';
begin
  if lower('ÀЖΣ') <> 'àжσ' then
    select format(' collate %I', collname) into known from pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8') and collencoding in (-1, 6)
      order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8'], collname::text) limit 1;
    known := coalesce(known, '');
  end if;
  execute format($f$
    create function search_lower(input text) returns text language sql immutable strict parallel safe
      as 'select lower(input%s)' $f$, known);
end $$;

-- Text as it is compared: compatibility forms and accents gone, lower case, nothing but letters,
-- digits and single blanks; apostrophes inside words stay for the caller to drop or to split at.
-- Marks of Arabic and Hebrew vowels go, and the letters that Arabic spells in several ways become one.
create function search_fold(input text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := input;
begin
  if octet_length(input) > length(input) then
    folded := unaccent('unaccent', normalize(translate(input, '’‘ʼʻ´`′＇', ''''''''''''''''''), nfkc));
    folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g');
    folded := translate(folded, 'أإآٱىةؤئ', 'اااايهوي');
    folded := regexp_replace(search_lower(folded), '[\x01-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd]+', ' ', 'g');
  else
    folded := regexp_replace(lower(input), '[^a-z0-9'']+', ' ', 'g');
  end if;
  if position('''' in folded) > 0 then
    folded := regexp_replace(folded, '(^| )''+|''+(?= |$)', ' ', 'g');
    folded := regexp_replace(folded, ' {2,}', ' ', 'g');
  end if;
  return btrim(folded);
end $$;

-- The key under which a title is looked up whole; text without letters stands for itself.
create function search_title(input text) returns text language sql immutable strict parallel safe
  return left(coalesce(nullif(replace(search_fold(input), '''', ''), ''), search_lower(normalize(btrim(input), nfkc))), 200);

-- The words of folded text: "l'amour" gives lamour, l and amour.
create function search_plain(folded text) returns text[] language sql immutable strict parallel safe
  return string_to_array(nullif(replace(folded, '''', ''), ''), ' ')
    || case when position('''' in folded) > 0 then string_to_array(translate(folded, '''', ' '), ' ') end;

-- Single characters and pairs of neighbours, for scripts that are written without blanks between words.
create function search_grams(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(folded) = length(folded)
    or folded !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' then
    return '{}';
  end if;
  return array(
    select distinct substr(run[1], place, size)
    from regexp_matches(folded, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+', 'g') run,
      generate_series(1, least(length(run[1]), 2000)) place, generate_series(1, 2) size
    where place + size <= length(run[1]) + 1);
end $$;

-- PostgreSQL's stemmer of a language; null for those it has none for.
create function search_stemmer(language text) returns regconfig language sql immutable parallel safe
  return case language
    when 'ar' then 'arabic' when 'da' then 'danish' when 'nl' then 'dutch' when 'en' then 'english'
    when 'fi' then 'finnish' when 'fr' then 'french' when 'de' then 'german' when 'el' then 'greek'
    when 'hu' then 'hungarian' when 'it' then 'italian' when 'lt' then 'lithuanian' when 'no' then 'norwegian'
    when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'sr' then 'serbian'
    when 'es' then 'spanish' when 'sv' then 'swedish' when 'tr' then 'turkish' end::regconfig;

-- Every form under which a piece of text is found: its words, pairs of characters, and ~stems. Stems
-- are marked, so that they never pass for words of another language.
create function search_forms(folded text, stemmer regconfig) returns text[] language plpgsql immutable parallel safe as $$
begin
  if folded = '' then return '{}'; end if;
  return search_plain(folded) || search_grams(folded)
    || case when stemmer is not null then array(
         select '~' || stem from unnest(tsvector_to_array(to_tsvector(stemmer, folded))) stem) end;
end $$;

-- What the index holds of a document. Each lexeme begins with the letter of the document's level
-- (a: the best ones; z: not for strangers), so that a search of the best reads nothing else. Then
-- comes a mark for where the word stands: = title; @ title or byline; # there, or among the tags and
-- the words that come up often; none: anywhere. Each holds those before it, so that one look-up a
-- word tells. : marks what can be filtered by.
create function search_lexemes(level text, title text, byline text, tags text, body text,
  stemmer regconfig, labels text[]) returns tsvector language plpgsql immutable parallel safe as $$
declare
  titled text[] := search_forms(title, stemmer);
  authored text[] := titled || search_forms(byline, stemmer);
  tagged text[] := authored || search_forms(tags, stemmer)
    || array(select word from unnest(string_to_array(body, ' ')) word group by word having count(*) > 2);
  bodied text[] := tagged || search_forms(body, stemmer);
begin
  return array_to_tsvector(array(
    select level || form from (
      select unnest(bodied)
      union all select '=' || unnest(titled)
      union all select '@' || unnest(authored)
      union all select '#' || unnest(tagged)
      union all select ':' || unnest(labels)
    ) marked (form) where octet_length(form) <= 200 and form not in ('', '=', '@', '#')));
end $$;

-- One document a row. `places` tells where words stand, for quoted phrases; nothing indexes it.
create table search_shows (
  show_id bigint primary key references shows on delete cascade,
  title text not null,
  level text not null,
  rank real not null,
  published_at timestamptz,
  lexemes tsvector not null,
  places tsvector not null
);
create index search_shows_title on search_shows (title text_pattern_ops);
create index search_shows_level_title on search_shows (level text_pattern_ops, title text_pattern_ops);
create index search_shows_lexemes on search_shows using gin (lexemes) with (fastupdate = off);

create table search_episodes (
  episode_id bigint primary key references episodes on delete cascade,
  title text not null,
  level text not null,
  rank real not null,
  published_at timestamptz,
  duration integer not null,
  lexemes tsvector not null,
  places tsvector not null
);
create index search_episodes_title on search_episodes (title text_pattern_ops);
create index search_episodes_lexemes on search_episodes using gin (lexemes) with (fastupdate = off);

-- The least rank of each level but the last; none yet: all are of the best level.
create table search_levels (
  kind text not null check (kind in ('shows', 'episodes')),
  level text not null,
  floor real not null,
  primary key (kind, level)
);

-- The languages there are shows in: words of a query are stemmed as each of them does.
create table search_languages (
  language text primary key
);

create function search_level(sort text, rank real) returns text language sql stable parallel safe as $$
  select coalesce(
    (select l.level from search_levels l where l.kind = sort and l.floor <= rank order by l.level limit 1),
    (select chr(ascii(max(l.level)) + 1) from search_levels l where l.kind = sort), 'a')
$$;

-- Fame counts like up to four years of freshness; a million who follow or like are all the fame there is.
create function search_rank(quality real, fans integer, at timestamptz) returns real
  language sql immutable parallel safe return
  (4 * least(greatest(quality, ln(1 + greatest(fans, 0)) / 14), 1)
    + extract(epoch from at - '2020-01-01T00:00:00Z'::timestamptz) / 31557600)::real;

-- `offset 0` keeps PostgreSQL from working the same expression out again for each use of it.
create function search_show_documents(ids bigint[]) returns setof search_shows language sql stable as $$
  select s.show_id, search_title(s.title), level, ranked.rank, at,
    search_lexemes(level, folded.title, byline, '', body, stemmer, labels),
    to_tsvector('simple', concat_ws(' ', folded.title, byline, body))
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

create function search_episode_documents(ids bigint[]) returns setof search_episodes language sql stable as $$
  select e.episode_id, search_title(e.title), level, ranked.rank, e.published_at, e.duration,
    search_lexemes(level, folded.title, byline, folded.tags, body, stemmer, labels),
    to_tsvector('simple', concat_ws(' ', folded.title, byline, body))
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

-- Words to complete and to correct towards; `documents` is counted by a job, 0 until then. Rows
-- may repeat a word when two transactions bring it at once: nobody waits, the job tidies up.
create table search_words (
  word text not null,
  documents integer not null default 0,
  edits text[] not null
) with (fillfactor = 80);
create index search_words_word on search_words (word text_pattern_ops);
create index search_words_edits on search_words using gin (edits) with (fastupdate = off);

-- Keys that two words share when one edit lies between them: the word and what remains of it
-- without one letter. Long words may differ in two: then at most one of them lies in the first
-- five letters, or in the last five.
create function search_edits(word text) returns text[] language sql immutable strict parallel safe
  return case when length(word) between 3 and 32 then
    case when length(word) <= 8 then array(
      select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word) + 1) i)
    else '{}' end
    || case when length(word) >= 6 then array(
      select distinct mark || left(part, i - 1) || substr(part, i + 1)
      from (values ('<', left(word, 5)), ('>', right(word, 5))) side (mark, part), generate_series(1, 5) i)
    else '{}' end
  else '{}' end;

create function search_learn(texts text[]) returns void language sql as $$
  insert into search_words (word, edits)
  select word, search_edits(word)
  from (select distinct unnest(search_plain(text)) as word from unnest(texts) text) said
  where length(word) between 2 and 32 and search_grams(word) = '{}'
    and not exists (select from search_words known where known.word = said.word)
$$;

create function search_write_shows(ids bigint[]) returns void language sql as $$
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
  select search_learn(array(select unnest(array[search_fold(s.title), search_fold(s.author_name), search_fold(u.fullname)])
    from shows s join users u on u.user_id = s.author_id where s.show_id = any(ids)));
$$;

create function search_write_episodes(ids bigint[]) returns void language sql as $$
  delete from search_episodes d where d.episode_id = any(ids)
    and not exists (select from episodes e join shows s using (show_id)
      where e.episode_id = d.episode_id and e.deleted_at is null and s.deleted_at is null);
  insert into search_episodes as present
  select * from search_episode_documents(ids)
  on conflict (episode_id) do update set title = excluded.title, level = excluded.level, rank = excluded.rank,
    published_at = excluded.published_at, duration = excluded.duration, lexemes = excluded.lexemes, places = excluded.places
  where present is distinct from excluded;
  select search_learn(array(select search_fold(e.title || ' ' || array_to_string(e.tags, ' '))
    from episodes e where e.episode_id = any(ids)));
$$;

create function search_follow_episodes() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(episode_id order by episode_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(episode_id order by episode_id) into ids from old_rows;
  else
    select array_agg(n.episode_id order by n.episode_id) into ids
    from new_rows n join old_rows o using (episode_id)
    where (n.title, n.description, n.tags, n.explicit, n.duration, n.published_at, n.listenable, n.deleted_at is null,
        n.show_id, n.author_id)
      is distinct from (o.title, o.description, o.tags, o.explicit, o.duration, o.published_at, o.listenable,
        o.deleted_at is null, o.show_id, o.author_id);
  end if;
  if ids is not null then perform search_write_episodes(ids); end if;
  return null;
end $$;
create trigger episodes_search_inserted after insert on episodes referencing new table as new_rows
  for each statement execute function search_follow_episodes();
create trigger episodes_search_updated after update on episodes referencing old table as old_rows new table as new_rows
  for each statement execute function search_follow_episodes();

-- An episode is found by its show's title and author too, in its language and categories.
create function search_follow_shows() returns trigger language plpgsql as $$
declare
  own bigint[];
  inherited bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(show_id order by show_id) into own from new_rows;
  else
    select array_agg(n.show_id order by n.show_id),
      array_agg(n.show_id) filter (where (n.title, n.author_name, n.language, n.category_id, n.category_2_id, n.category_3_id,
          n.visibility, n.deleted_at is null)
        is distinct from (o.title, o.author_name, o.language, o.category_id, o.category_2_id, o.category_3_id,
          o.visibility, o.deleted_at is null))
    into own, inherited
    from new_rows n join old_rows o using (show_id)
    where (n.title, n.description, n.author_name, n.author_id, n.language, n.category_id, n.category_2_id, n.category_3_id,
        n.explicit, n.visibility, n.deleted_at is null)
      is distinct from (o.title, o.description, o.author_name, o.author_id, o.language, o.category_id, o.category_2_id,
        o.category_3_id, o.explicit, o.visibility, o.deleted_at is null);
  end if;
  if own is not null then perform search_write_shows(own); end if;
  if inherited is not null then
    perform search_write_episodes(array(
      select episode_id from episodes where show_id = any(inherited) and deleted_at is null order by episode_id));
  end if;
  return null;
end $$;
create trigger shows_search_inserted after insert on shows referencing new table as new_rows
  for each statement execute function search_follow_shows();
create trigger shows_search_updated after update on shows referencing old table as old_rows new table as new_rows
  for each statement execute function search_follow_shows();

-- Whether strangers find a show depends on whether there is something to hear; how fresh it is, on
-- its latest episode: within a year that changes nothing but the rank, and no index has to be told.
create function search_follow_counts() returns trigger language plpgsql as $$
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
create trigger show_counts_search after update on show_counts for each row
  when ((old.listenable_episodes_count > 0 or old.editable_episodes_count = 0)
    is distinct from (new.listenable_episodes_count > 0 or new.editable_episodes_count = 0)
    or old.last_episode_at is distinct from new.last_episode_at)
  execute function search_follow_counts();

create function search_follow_users() returns trigger language plpgsql as $$
begin
  perform search_write_shows(array(select show_id from shows where author_id = new.user_id and deleted_at is null));
  perform search_write_episodes(array(select episode_id from episodes where author_id = new.user_id and deleted_at is null));
  return null;
end $$;
create trigger users_search after update of fullname on users for each row
  when (old.fullname is distinct from new.fullname) execute function search_follow_users();

-- The words of queries, folded: the forms under which each is found, stemmed as `spoken` does or as
-- all languages there are do; pairs of characters for text without blanks; whether it is in the
-- vocabulary, and about how many documents hold one of its forms.
create function search_query_words(texts text[], spoken text)
  returns table (part bigint, place bigint, word text, forms text[], grams text[], known boolean, documents bigint)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select given.part, said.place, said.word, formed.forms,
    array(select gram from unnest(search_grams(said.word)) gram where length(gram) = 2),
    exists (select from search_words w where w.word = said.word),
    (select coalesce(sum(counted.documents), 0)::bigint from unnest(formed.forms) form cross join lateral
      (select max(w.documents) as documents from search_words w where w.word = form) counted)
  from unnest(texts) with ordinality given (text, part),
    unnest(string_to_array(nullif(replace(search_fold(text), '''', ''), ''), ' ')) with ordinality said (word, place),
    lateral (select said.word || array(select distinct '~' || stem
      from (select language from search_languages where spoken is null union select spoken) l (language),
        unnest(tsvector_to_array(to_tsvector(search_stemmer(l.language), said.word))) stem
      where search_stemmer(l.language) is not null) as forms) formed
  where octet_length(said.word) <= 180
  order by given.part, said.place;
end $$;

-- Everything that is there already.
select search_write_shows(array(select show_id from shows where deleted_at is null));
select search_write_episodes(array(select episode_id from episodes where deleted_at is null));
