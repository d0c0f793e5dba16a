-- expand
-- E-mail addresses that their owners have confirmed. One counts as long as it is the account's address.
create table confirmed_addresses (
  user_id bigint primary key references users,
  email text not null,
  confirmed_at timestamptz not null
);

-- When a saved report is mailed, and to whom.
create table report_schedules (
  report_id bigint primary key references saved_reports on delete cascade,
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY')),
  -- From 1 (Monday) to 7; only of weekly ones.
  weekday smallint check (weekday between 1 and 7),
  -- Day of the month; only of monthly ones. Shorter months: their last day.
  day smallint check (day between 1 and 31),
  -- Clocks in `timezone` show it.
  hour smallint not null check (hour between 0 and 23),
  timezone text not null,
  -- The next mails; null: stopped, because of `reason`.
  next_at timestamptz,
  reason text check (reason in ('OWNER_RIGHTS')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision bigint not null default nextval('revisions'),
  check ((frequency = 'WEEKLY') = (weekday is not null)),
  check ((frequency = 'MONTHLY') = (day is not null)),
  check ((next_at is null) = (reason is not null))
);
create index report_schedules_due on report_schedules (next_at) where next_at is not null;

create table report_recipients (
  report_id bigint not null references report_schedules on delete cascade,
  user_id bigint not null references users,
  primary key (report_id, user_id)
);

-- Who wants no mails of a report, whoever chooses them as recipients.
create table report_optouts (
  report_id bigint not null references saved_reports on delete cascade,
  user_id bigint not null references users,
  created_at timestamptz not null,
  primary key (report_id, user_id)
);

-- One mail to one recipient, before and after it is sent.
create table report_mails (
  mail_id bigint generated always as identity primary key,
  report_id bigint not null references saved_reports on delete cascade,
  user_id bigint not null references users,
  -- The moment that the figures are about, and its date in the schedule's time zone; null: asked for by its recipient.
  due_at timestamptz not null,
  day date,
  state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'SKIPPED', 'FAILED')),
  -- Why it was not sent, or not yet.
  reason text check (reason in ('LEFT', 'UNCONFIRMED', 'UNSUBSCRIBED', 'STOPPED', 'REFUSED', 'UNREACHABLE',
    'UNANSWERED', 'REPORT', 'NO_MAIL')),
  attempts smallint not null default 0,
  -- When it may be sent; while it is being sent, when that counts as given up.
  next_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- A report is mailed to a recipient once a day, whatever becomes of servers and schedules meanwhile.
  unique (report_id, user_id, day)
);
create index report_mails_log on report_mails (report_id, mail_id);
create index report_mails_waiting on report_mails (report_id, next_at) where state = 'PENDING';
create index report_mails_created on report_mails (created_at);
