-- expand
-- The files of ads and covers that renditions are made of, with the day on which one of them was last used or made: none
-- is swept while a rendition can need it. A row for each file instead of one for each file of each rendition, which took
-- more room than the renditions' own rows; `rendition_files` keeps those of renditions that were made before.
create table stitched_files (
  media_key text primary key,
  used_on date not null
);
