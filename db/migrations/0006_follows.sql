-- Who follows whom, who blocks whom. Removed edges stay as markers, so that paging by last_id works.

create table user_counts (
  user_id bigint primary key references users,
  followers_count integer not null default 0,
  followings_count integer not null default 0
);
insert into user_counts (user_id) select user_id from users;

create function make_user_counts() returns trigger language plpgsql as $$
begin
  insert into user_counts (user_id) values (new.user_id);
  return null;
end $$;
create trigger users_make_counts after insert on users for each row execute function make_user_counts();

create sequence follow_positions as bigint;
create table follows (
  follower_id bigint not null references users,
  followed_id bigint not null references users,
  position bigint not null default nextval('follow_positions'),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_follower on follows (follower_id, position desc) where removed_at is null;
create index follows_followed on follows (followed_id, position desc) where removed_at is null;

create table blocks (
  blocker_id bigint not null references users,
  blocked_id bigint not null references users,
  position bigint not null default nextval('follow_positions'),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocker on blocks (blocker_id, position desc) where removed_at is null;

-- The two rows are locked in the order of their ids: two people following each other at once never deadlock.
create function count_follows() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
  follower bigint := coalesce(new.follower_id, old.follower_id);
  followed bigint := coalesce(new.followed_id, old.followed_id);
begin
  if was <> now_is then
    perform 1 from user_counts where user_id in (follower, followed) order by user_id for update;
    update user_counts set followings_count = followings_count + now_is - was where user_id = follower;
    update user_counts set followers_count = followers_count + now_is - was where user_id = followed;
  end if;
  return null;
end $$;
create trigger follows_count after insert or update or delete on follows
  for each row execute function count_follows();

alter table users add column socialnet1_permalink text;
alter table users add column socialnet2_username text;
