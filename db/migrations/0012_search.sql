-- How good and how popular a show is, 0 to 1. Written by features/explore; 0 until it has run.
alter table shows add column quality real not null default 0;
