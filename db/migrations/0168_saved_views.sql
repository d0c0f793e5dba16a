-- expand
-- Filters, order and columns of a list in the studio that a person keeps under a name.
create table saved_views (
  view_id bigint primary key generated always as identity,
  user_id bigint not null references users,
  -- Which list: its key in `savedviews/rules.ts`.
  list text not null,
  name text not null,
  -- The parameters of the list's URL.
  params text not null,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);
