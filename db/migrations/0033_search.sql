-- Search as people type: titles are also indexed by the parts of words like "FoodFumieAndYou", in Latin letters and by
-- their initials; katakana equals hiragana and traditional Chinese characters simplified ones; words are also corrected
-- by their sound. A job writes the present documents again, in small transactions, and remembers how far it is.
-- Until then they are found as before, except texts with katakana or traditional characters.
create table search_repairs (
  kind text primary key check (kind in ('shows', 'episodes', 'words')),
  -- The last record done: an id, or a word.
  after text not null default ''
);
insert into search_repairs (kind)
select 'shows' where exists (select from search_shows)
union all select 'episodes' where exists (select from search_episodes)
union all select 'words' where exists (select from search_words);
