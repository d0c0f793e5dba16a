-- Proof that a feed belongs to who imports it: a code to be put into the feed, one a user and feed.

create table import_codes (
  user_id bigint not null references users,
  feed_url text not null,
  code text not null,
  -- When the code was found in the feed; it may be taken out again after that.
  proved_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, feed_url)
);

-- A stable name of why the import failed, beside the sentence in `error`.
alter table imports add column error_type text;
