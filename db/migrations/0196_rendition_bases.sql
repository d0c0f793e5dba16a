-- expand
-- What the renditions of an episode are written as differences from: the head and the parts of one of them.
create table rendition_bases (
  base_id bigint generated always as identity primary key,
  episode_id bigint not null references episodes,
  content bytea not null,
  created_at timestamptz not null default now()
);
create index rendition_bases_episode_id on rendition_bases (episode_id, base_id);

-- Head and parts, compressed with the base as the dictionary; `head` and `segments` are then empty. Processes of before
-- cannot read it, so that nothing is written so until they have ended (`renditions/packing`). No foreign key: to check it
-- would lock the table for as long as it takes to read it.
alter table renditions
  add column base_id bigint,
  add column packed bytea;
