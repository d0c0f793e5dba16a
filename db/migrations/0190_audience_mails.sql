-- expand
-- What people want to be mailed about the plays and downloads of the shows that they may edit.
create table audience_mail_settings (
  user_id bigint primary key references users,
  weekly boolean not null default false,
  jumps boolean not null default false,
  -- When the next weekly report is due; null: none is wished.
  next_at timestamptz,
  -- The Monday of the last weekly report, by the clocks of the person; the first one comes a week or less after it was wished.
  monday date,
  -- The address that its mail server refused for good: it gets nothing until it is saved again.
  refused_email text
);
create index audience_mail_settings_due on audience_mail_settings (next_at) where next_at is not null;
create index audience_mail_settings_jumps on audience_mail_settings (user_id) where jumps;

-- Days on which a show had far more plays and downloads than usual, and that people were mailed about.
create table show_jumps (
  show_id bigint not null references shows on delete cascade,
  day date not null,
  total bigint not null,
  -- The median of the days before.
  usual bigint not null,
  primary key (show_id, day)
);
create index show_jumps_day on show_jumps (day);

-- One mail to one person, before and after it is sent.
create table audience_mails (
  mail_id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('WEEKLY', 'JUMP')),
  -- Of a weekly report its Monday, by the clocks of the person; otherwise the day that stands out, in UTC.
  day date not null,
  show_id bigint references shows on delete cascade,
  -- The moment that the figures are about.
  due_at timestamptz not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'SKIPPED', 'FAILED')),
  attempts smallint not null default 0,
  -- When it may be sent; while it is being sent, when that counts as given up.
  next_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'JUMP') = (show_id is not null)),
  -- Whatever becomes of workers meanwhile, a person gets each once.
  unique nulls not distinct (user_id, kind, day, show_id)
);
create index audience_mails_waiting on audience_mails (next_at) where state = 'PENDING';
create index audience_mails_created on audience_mails (created_at);
create index audience_mails_of_show on audience_mails (show_id) where show_id is not null;
