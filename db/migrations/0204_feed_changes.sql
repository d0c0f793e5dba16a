-- expand
-- Which revision a feed has: what is kept of feeds is made of that.
create function note_feed_change() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger feed_revisions_noted_insert after insert on feed_revisions
  for each row execute function note_feed_change();
create trigger feed_revisions_noted after update on feed_revisions
  for each row when (old.revision <> new.revision) execute function note_feed_change();
