-- revision: 1
-- `listening_progress`: how far users have listened.

-- Deletes what a user has heard when the account is erased.
create or replace function forget_listening() returns trigger language plpgsql as $$
begin
  delete from listening_progress where user_id = new.user_id;
  return null;
end $$;
