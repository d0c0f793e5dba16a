-- Sites that statistics tell apart: how many an author's shows may have in a month is bounded, because any
-- listener's browser may name any site.
create table author_sites (
  author_id bigint not null,
  -- Its first day.
  month date not null,
  name text not null,
  primary key (author_id, month, name)
);
