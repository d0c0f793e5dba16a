-- A transcript can get another file: feeds and the audit log follow.

create trigger transcripts_move_feeds_updated after update on transcripts
  referencing new table as rows for each statement execute function move_feeds_of_parts();

drop trigger transcripts_audited_insert on transcripts;
drop trigger transcripts_audited_update on transcripts;
drop trigger transcripts_audited_delete on transcripts;
create trigger transcripts_audited_insert after insert on transcripts
  referencing new table as new_rows for each statement
  execute function audit_part('episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url,media_key');
create trigger transcripts_audited_update after update on transcripts
  referencing old table as old_rows new table as new_rows for each statement
  execute function audit_part('episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url,media_key');
create trigger transcripts_audited_delete after delete on transcripts
  referencing old table as old_rows for each statement
  execute function audit_part('episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url,media_key');
