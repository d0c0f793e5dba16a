-- expand
-- An account that an admin has suspended cannot be used; the person reads the reason when they try. null: not suspended.
alter table users add column suspended_at timestamptz, add column suspension_reason text;

create or replace trigger users_audited after update of
  is_admin, plan, verified, deleted_at, erased_at, suspended_at, suspension_reason
  on users for each row execute function audit_record('user', 'user_id',
  'is_admin,plan,verified,deleted_at,erased_at,suspended_at,suspension_reason', '');

-- What was decided about a reported message, and by whom: `keep` or `remove`. `decided_by` has no foreign key, as in the
-- audit log; null: by the command line, or by a version that did not keep it.
alter table message_reports add column decision text, add column decided_by bigint;

-- A list that is hidden is prepared by admins, and seen by nobody else. null: everybody sees it.
alter table explore_lists add column hidden_at timestamptz;

create or replace trigger explore_lists_audited after insert or delete or update of
  name, subtitle, countries, filled_by, category_id, language, max_age_days, deleted_at, hidden_at
  on explore_lists for each row execute function audit_record('list', 'list_id',
  'name,subtitle,countries,filled_by,category_id,language,max_age_days,deleted_at,hidden_at', '');
