-- revision: 2
-- Normalisation of text for search. After a change of a function here run `longwave search rebuild`.

-- Lower case of every script. A database created with another locale may only support ASCII; then the
-- first existing collation that supports more is used.
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
    create or replace function search_lower(input text) returns text language sql immutable strict parallel safe
      as 'select lower(input%s)' $f$, known);
end $$;

-- Normalises text for comparison: lower case, without compatibility forms and accents, only letters,
-- digits and single blanks; apostrophes inside words stay, and the caller drops them or splits there.
-- Arabic and Hebrew vowel marks are removed, and variants of an Arabic letter become one letter.
create or replace function search_fold(input text) returns text language plpgsql immutable strict parallel safe as $$
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

-- The key for looking up a complete title; a text without letters is its own key.
create or replace function search_title(input text) returns text language sql immutable strict parallel safe
  return left(coalesce(nullif(replace(search_fold(input), '''', ''), ''), search_lower(normalize(btrim(input), nfkc))), 200);

-- The words of folded text: "l'amour" gives lamour, l and amour.
create or replace function search_plain(folded text) returns text[] language sql immutable strict parallel safe
  return string_to_array(nullif(replace(folded, '''', ''), ''), ' ')
    || case when position('''' in folded) > 0 then string_to_array(translate(folded, '''', ' '), ' ') end;

-- Single characters and pairs of adjacent ones, for scripts without blanks between words.
create or replace function search_grams(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
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

-- PostgreSQL's stemmer for a language; null if it has none.
create or replace function search_stemmer(language text) returns regconfig language sql immutable parallel safe
  return case language
    when 'ar' then 'arabic' when 'da' then 'danish' when 'nl' then 'dutch' when 'en' then 'english'
    when 'fi' then 'finnish' when 'fr' then 'french' when 'de' then 'german' when 'el' then 'greek'
    when 'hu' then 'hungarian' when 'it' then 'italian' when 'lt' then 'lithuanian' when 'no' then 'norwegian'
    when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'sr' then 'serbian'
    when 'es' then 'spanish' when 'sv' then 'swedish' when 'tr' then 'turkish' end::regconfig;

-- All forms by which a text is found: its words, pairs of characters, and ~stems. Stems are marked, so
-- that they are never confused with words of another language.
create or replace function search_forms(folded text, stemmer regconfig) returns text[] language plpgsql immutable parallel safe as $$
begin
  if folded = '' then return '{}'; end if;
  return search_plain(folded) || search_grams(folded)
    || case when stemmer is not null then array(
         select '~' || stem from unnest(tsvector_to_array(to_tsvector(stemmer, folded))) stem) end;
end $$;

-- Pairs of adjacent words of a folded title: "a rose is" gives "a rose" and "rose is".
create or replace function search_pairs(folded text) returns text[] language sql immutable strict parallel safe as $$
  select array(select words[i] || ' ' || words[i + 1] from generate_series(1, cardinality(words) - 1) i)
  from string_to_array(replace(folded, '''', ''), ' ') words
$$;

-- The suffix of each lexeme: | and the level, or }z for documents that others must not find. So all public
-- levels of a word are adjacent in the index, and one look-up of `word|` finds them.
create or replace function search_ending(level text) returns text language sql immutable strict parallel safe
  return case when level = 'z' then '}' else '|' end || level;

-- The lexemes of a document, each with its level as a suffix. Prefixes mark the fields: = title, @ also author, # also
-- tags and frequent words, none for all text; " marks pairs of adjacent words in the title, and : labels.
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

-- The level of a document by its rank; the best one while there are no levels.
create or replace function search_level(sort text, rank real) returns text language sql stable parallel safe as $$
  select coalesce(
    (select l.level from search_levels l where l.kind = sort and l.floor <= rank order by l.level limit 1),
    (select chr(ascii(max(l.level)) + 1) from search_levels l where l.kind = sort), 'a')
$$;

-- Popularity counts like up to four years of freshness, and reaches its maximum at about a million followers or likes.
create or replace function search_rank(quality real, fans integer, at timestamptz) returns real
  language sql immutable parallel safe return
  (4 * least(greatest(quality, ln(1 + greatest(fans, 0)) / 14), 1)
    + extract(epoch from at - '2020-01-01T00:00:00Z'::timestamptz) / 31557600)::real;

-- Keys that two words share if they differ by one edit: the word itself, and the word without one
-- letter. Long words may differ by two edits, because at most one of these is in the first five letters
-- or in the last five.
create or replace function search_edits(word text) returns text[] language sql immutable strict parallel safe
  return case when length(word) between 3 and 32 then
    case when length(word) <= 8 then array(
      select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word) + 1) i)
    else '{}' end
    || case when length(word) >= 6 then array(
      select distinct mark || left(part, i - 1) || substr(part, i + 1)
      from (values ('<', left(word, 5)), ('>', right(word, 5))) side (mark, part), generate_series(1, 5) i)
    else '{}' end
  else '{}' end;
