-- Unwanted words that are in many documents are looked for in what was found: their lists are long.
drop function search_find_shows, search_find_episodes;

-- search_find_shows and search_find_episodes: the best `wanted` documents, best first.
--
-- First the very titles. Then, where `together`, all that answers any of the queries, once each and under
-- the first that it answers; else one query after the other (no document answers two) until there are
-- enough. Outside titles, quoted phrases are looked for in 1,500 documents a search that hold their words;
-- so are unwanted words that are in many documents (`avoided`), whose lists are long.
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
  avoided tsquery, passed bigint[], since timestamptz, before timestamptz, shortest bigint, longest bigint)
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
  judging boolean;
  ids bigint[];
  found integer := 0;
  more integer;
  budget integer := 1500;
begin
  judging := present is not null or absent is not null or avoided is not null;
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
    if judging then
      continue when budget <= 0 and (fields[i] <> 'title' or present is null);
      select array_agg(best.id) into ids from (
        select d.«id» as id from search_«kind» d
        where d.lexemes @@ queries[i] and d.«id» <> all(passed) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and «length»
        order by d.rank desc, d.«id» desc
        limit case when fields[i] = 'title' and present is not null then greatest(budget, wanted - found) else budget end) best;
      -- In titles the pairs of phrases are in the index: few of these are in vain.
      if fields[i] <> 'title' or present is null then budget := budget - coalesce(cardinality(ids), 0); end if;
      return query
      select d.«id», fields[i], 0::real, d.rank from search_«kind» d
      where d.«id» = any(ids) and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)
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
