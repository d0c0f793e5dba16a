-- revision: 1
-- Ages of episodes in statistics.

-- Marks an episode when its date of publication changes, so that its ages are computed again.
create or replace function mark_stale_ages() returns trigger language plpgsql as $$
begin
  insert into stale_ages (episode_id) values (new.episode_id);
  return null;
end $$;
