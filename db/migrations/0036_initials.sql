-- Initials of shows leave more small words out, such as "in" of a history class. The job that repairs the index writes
-- the present shows again; until then they are found as before.
insert into search_repairs (kind)
select 'shows' where exists (select from search_shows)
on conflict (kind) do update set after = '';
