-- expand
-- What people want to be mailed about new episodes, and when.
create table notification_settings (
  user_id bigint primary key references users,
  frequency text not null default 'OFF' check (frequency in ('OFF', 'AT_ONCE', 'DAILY', 'WEEKLY')),
  -- From 1 (Monday) to 7, and what clocks of the person show: of digests.
  weekday smallint not null default 1 check (weekday between 1 and 7),
  hour smallint not null default 8 check (hour between 0 and 23),
  -- Quiet from the first hour until the second one begins, by the person's clocks; null: never.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  -- When the person last asked for mails, and the address that agreed to them by a link; it counts while it is the account's.
  asked_at timestamptz,
  email text,
  confirmed_at timestamptz,
  -- When the next mail is sent; while it is being sent, when that counts as given up. Null: nothing waits.
  due_at timestamptz,
  attempts smallint not null default 0,
  -- The number of times that a process took the mail to send it: only the last one may.
  claims bigint not null default 0,
  mailed_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);
create index notification_settings_due on notification_settings (due_at) where due_at is not null;

-- Keyed digests of addresses that nothing is mailed to about episodes until their owners agree again.
create table suppressed_addresses (
  digest bytea primary key check (length(digest) = 32),
  reason text not null check (reason in ('UNSUBSCRIBED', 'REFUSED')),
  created_at timestamptz not null
);

-- The episodes that wait to be mailed to a person, and those that were: each once.
create table episode_mails (
  user_id bigint not null references users,
  episode_id bigint not null references episodes on delete cascade,
  created_at timestamptz not null,
  -- When a mail with it was handed over, or it was dropped; null: it waits.
  mailed_at timestamptz,
  primary key (user_id, episode_id)
);
create index episode_mails_waiting on episode_mails (user_id) where mailed_at is null;
create index episode_mails_of_episode on episode_mails (episode_id);
create index episode_mails_created on episode_mails (created_at);

-- How far the followers of a new episode have been collected who are mailed about it.
create table mail_announcements (
  episode_id bigint primary key references episodes on delete cascade,
  user_id bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index mail_announcements_unfinished on mail_announcements (created_at) where finished_at is null;
