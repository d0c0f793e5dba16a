-- revision: 4
-- Running a search: the words of a query, then the best documents for it.

-- The words of a query with their forms. Each word is looked up once, and character pairs are computed only for words
-- outside ASCII. `documents`: the highest number of documents of any form.
create or replace function search_query_words(texts text[], spoken text)
  returns table (part bigint, place bigint, word text, forms text[], grams text[], known boolean, documents bigint)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  -- `offset 0` keeps PostgreSQL from calling search_stemmer twice for each language.
  stemmers regconfig[] := array(select distinct s.stemmer
    from (select search_stemmer(l.language) as stemmer
      from (select language from search_languages where spoken is null union all select spoken) l (language) offset 0) s
    where s.stemmer is not null);
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
-- If `near` is given, it is queried first: it contains a rare word or a show, and finds every possible match. If these
-- are at most 2,000 documents, `wholes` (one query per field, best field first) are tested on the rows themselves,
-- because looking up frequent words in the index would cost more for so few documents.
--
-- Exact titles come first. Then come the documents found by `near` or, if `together`, by any of the queries, each at
-- the first query that it matches; otherwise one query after the other until there are enough. Outside titles,
-- quoted phrases are searched for in at most 1,000 documents per search that contain their words; so are unwanted
-- words that occur in many documents (`avoided`), whose lists are long. After 100 ms no further query is started,
-- and an expensive search returns the documents found so far. `words` is not used: processes of earlier versions name it.
do $do$
declare
  kind record;
begin
  for kind in values ('shows', 'show_id', 'true'), ('episodes', 'episode_id',
    '(shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest)')
  loop
    execute replace(replace(replace($template$
create or replace function search_find_«kind»(wanted integer, queries tsquery[], fields text[], together boolean,
  near tsquery[], wholes tsquery[], words tsquery,
  typed text, titles text[], literal boolean, labels tsquery, levels text[], phrases text[], unwanted text[],
  avoided tsquery, passed bigint[], since timestamptz, before timestamptz, shortest bigint, longest bigint)
returns table (id bigint, match text, text real, rank real) language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
#variable_conflict use_column
declare
  start text := search_title(typed);
  same text[];
  present tsquery;
  absent tsquery;
  judging boolean;
  close tid[];
  near_ids bigint[];
  near_titles text[];
  near_ranks real[];
  near_places integer[];
  ids bigint[];
  texts real[];
  ranks real[];
  found integer := 0;
  more integer;
  budget integer := 1000;
begin
  -- Conditions in front of what most searches do not need: each statement takes 5 to 20 µs even if it finds nothing.
  if titles = array[typed] then same := array[start];
  else same := array(select search_title(title) from unnest(titles) title);
  end if;
  if cardinality(phrases) > 0 then
    present := (select string_agg('(' || query || ')', ' & ')::tsquery from unnest(phrases) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  end if;
  if cardinality(unwanted) > 0 then
    absent := (select string_agg('(' || query || ')', ' | ')::tsquery from unnest(unwanted) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  end if;
  judging := present is not null or absent is not null or avoided is not null;
  if near is not null then
    close := '{}';
    for i in 1..cardinality(near) loop
      close := close || array(select d.ctid from search_«kind» d where d.lexemes @@ near[i] limit 2001 - cardinality(close));
      exit when cardinality(close) > 2000 or clock_timestamp() > statement_timestamp() + interval '100 ms';
    end loop;
    if cardinality(close) > 2000 then close := null; end if;
  end if;
  if close is not null then
    -- An array of one element, so that the lexemes are unpacked once and not for each test.
    select array_agg(d.«id»), array_agg(d.title), array_agg(d.rank), array_agg(m.place)
    into near_ids, near_titles, near_ranks, near_places
    from search_«kind» d
    cross join lateral (select (array[d.lexemes])[1] as lexemes offset 0) k
    cross join lateral (select case when k.lexemes @@ wholes[4] then
      case when k.lexemes @@ wholes[1] then 1 when k.lexemes @@ wholes[2] then 2
        when k.lexemes @@ wholes[3] then 3 else 4 end end as place offset 0) m
    where d.ctid = any(close) and m.place is not null and d.«id» <> all(passed) and d.level = any(levels)
      and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»;
  end if;

  -- Among many documents with the same title, the spelling is compared in the 200 best ranked, labels in 1,000.
  if close is not null and not literal then
    select array_agg(best.id), array_agg(best.rank) into ids, ranks from (
      select n.id, n.rank from unnest(near_ids, near_titles, near_ranks) n (id, title, rank)
      where n.title = any(same) order by n.rank desc, n.id desc limit greatest(wanted, 200)) best;
  else
    select array_agg(best.«id»), array_agg(best.rank) into ids, ranks from (
      select d.«id», d.rank, d.lexemes from search_«kind» d
      where d.title = any(same) and d.level = any(levels) and d.«id» <> all(passed)
        and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
      order by d.rank desc, d.«id» desc limit greatest(wanted, case when labels is null then 200 else 1000 end)) best
    where labels is null or best.lexemes @@ labels;
  end if;
  if ids is not null then
    return query
    with held as (select * from unnest(ids, ranks) with ordinality held (id, rank, place)),
    spelled as (
      select held.id, held.rank, ((x.title = typed)::int + (lower(x.title) = lower(typed))::int)::real as text
      from held join «kind» x on x.«id» = held.id where held.place <= 200
      union all select held.id, held.rank, 0 from held where held.place > 200 and not literal)
    select spelled.id, 'exact', spelled.text, spelled.rank from spelled
    where not literal or spelled.text > 0
    order by spelled.text * 10 + spelled.rank desc, spelled.id desc limit wanted;
    get diagnostics found = row_count;
  end if;
  if literal then
    passed := passed || array(select d.«id» from search_«kind» d join «kind» x on x.«id» = d.«id»
      where d.title = any(same) and lower(x.title) = lower(typed) limit 1000);
    same := '{}';
  end if;

  if together or close is not null then
    return query
    with held as (
      select distinct on (d.id) d.*, q.place, q.field
      from unnest(case when together then queries end, fields) with ordinality q (query, field, place)
      cross join lateral (
        select d.«id» as id, d.title, d.rank from search_«kind» d
        where d.lexemes @@ q.query and d.«id» <> all(passed) and d.title <> all(same) and d.level = any(levels)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
        limit 20000) d
      where together
      order by d.id, q.place),
    all_held as (
      select * from held
      union all
      select n.id, n.title, n.rank, n.place::bigint, (array['title', 'byline', 'tags', 'text'])[n.place]
      from unnest(near_ids, near_titles, near_ranks, near_places) n (id, title, rank, place)
      where n.id <> all(passed) and n.title <> all(same)),
    best as (
      select * from all_held
      order by place, rank desc, id desc limit case when judging then budget end),
    said as (
      select * from best where not judging
      union all
      select best.* from best join search_«kind» d on d.«id» = best.id
      where judging and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)),
    judged as (
      select said.*, (case
        when field = 'title' then least(length(start)::real / greatest(length(title), 1), 1)
          + case position(start in title) when 0 then 0 when 1 then 2 else 1 end
        else 0 end)::real as text
      from said)
    select judged.id, field, judged.text, judged.rank from judged
    order by place, judged.text * 10 + judged.rank desc, judged.id desc limit wanted - found;
    return;
  end if;

  -- A document that matched one query may match the next ones too, so it is skipped there.
  for i in 1..cardinality(queries) loop
    exit when found >= wanted or clock_timestamp() > statement_timestamp() + interval '100 ms';
    if judging then
      continue when budget <= 0 and (fields[i] <> 'title' or present is null);
      ids := array(
        select d.«id» from search_«kind» d
        where d.lexemes @@ queries[i] and d.«id» not in (select unnest(passed)) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
        order by d.rank desc, d.«id» desc
        limit case when fields[i] = 'title' and present is not null then greatest(budget, wanted - found) else budget end);
      -- For titles the index contains pairs of words, so few of these documents lack the phrase.
      if fields[i] <> 'title' or present is null then budget := budget - cardinality(ids); end if;
      return query
      select d.«id», fields[i], 0::real, d.rank from search_«kind» d
      where d.«id» = any(ids) and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)
      order by d.rank desc, d.«id» desc limit wanted - found;
    else
      select array_agg(best.id), array_agg(best.text), array_agg(best.rank) into ids, texts, ranks from (
        select d.«id» as id, judged.text, d.rank from search_«kind» d
        cross join lateral (select (case when fields[i] = 'title' then least(length(start)::real / greatest(length(d.title), 1), 1)
          + case position(start in d.title) when 0 then 0 when 1 then 2 else 1 end else 0 end)::real as text offset 0) judged
        where d.lexemes @@ queries[i] and d.«id» not in (select unnest(passed)) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
        order by judged.text * 10 + d.rank desc, d.«id» desc limit wanted - found) best;
      return query select b.id, fields[i], b.text, b.rank from unnest(ids, texts, ranks) b (id, text, rank);
    end if;
    get diagnostics more = row_count;
    found := found + more;
    passed := passed || ids;
  end loop;
end $$;
    $template$, '«kind»', kind.column1), '«id»', kind.column2), '«length»', kind.column3);
  end loop;
end $do$;
