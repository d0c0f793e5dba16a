-- expand
-- How far users have listened. position_ms: where to go on; 0: at the start.
create table listening_progress (
  user_id bigint not null references users (user_id),
  episode_id bigint not null references episodes (episode_id),
  position_ms integer not null default 0 check (position_ms >= 0),
  is_played boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (user_id, episode_id)
);
create index listening_progress_user_updated on listening_progress (user_id, updated_at desc);
create index listening_progress_episode_id on listening_progress (episode_id);

-- Deletes what a user has heard when the account is erased.
create function forget_listening() returns trigger language plpgsql as $$
begin
  delete from listening_progress where user_id = new.user_id;
  return null;
end $$;
create trigger users_forget_listening after update on users for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_listening();
