-- expand
-- Reports on the campaigns of a team that people keep.
create table saved_reports (
  report_id bigint primary key generated always as identity,
  team_id bigint not null references teams,
  -- Who saved it. Only they change it.
  user_id bigint not null references users,
  name text not null,
  period text not null,
  -- Of the period `custom`.
  first_day date,
  last_day date,
  dimensions text[] not null,
  -- What it is about; null: all. Records of the team, deleted ones included.
  advertiser_id bigint,
  campaign_id bigint,
  lineitem_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision bigint not null default nextval('revisions'),
  check ((period = 'custom') = (first_day is not null and last_day is not null))
);
create index saved_reports_of_team on saved_reports (team_id, report_id);
create index saved_reports_of_user on saved_reports (user_id, report_id);
