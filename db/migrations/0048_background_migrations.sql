-- expand
-- Migrations of rows, which a job carries out in small transactions after an upgrade while requests are served. A later
-- migration asks for one with
--   insert into background_migrations (name) values ('search.episodes')
--   on conflict (name) do update set after = '', done = 0, total = null, finished_at = null;
create table background_migrations (
  name text primary key,
  -- The last row done: an id, or another key in the order of which rows are visited.
  after text not null default '',
  done bigint not null default 0,
  -- How many rows there were when it began; null: not begun yet.
  total bigint,
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);

-- Repairs of the search index go on here; nothing newer than 0.1.0 uses `search_repairs`.
insert into background_migrations (name, after) select 'search.' || kind, after from search_repairs;
