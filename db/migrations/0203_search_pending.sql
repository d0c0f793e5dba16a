-- expand
-- New documents first go into lists that each search reads too, of 256 kB at most, and from there into the index together.
alter index search_shows_lexemes set (fastupdate = on, gin_pending_list_limit = 256);
alter index search_episodes_lexemes set (fastupdate = on, gin_pending_list_limit = 256);
