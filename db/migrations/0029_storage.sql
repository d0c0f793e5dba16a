-- What each user stores: one counter a user, moved by triggers wherever a record gains or loses a file, and
-- held below what the user's plan grants.

create table storage_plans (
  plan text primary key,
  -- null: unlimited
  bytes bigint check (bytes >= 0)
);

create table storage_use (
  user_id bigint primary key references users,
  bytes bigint not null default 0,
  -- Of files that no record refers to any more and that the sweep has not removed yet.
  unswept_bytes bigint not null default 0
);

-- Null beside a key: kept by an older version, and not measured yet.
alter table episodes add upload_bytes bigint, add original_bytes bigint, add waveform_bytes bigint;
-- Who pays. Null: nobody, as with a copy that shares the files of another creative.
alter table images add user_id bigint references users, add bytes bigint;
alter table creatives add user_id bigint references users, add upload_bytes bigint;
alter table transcripts add user_id bigint references users;
-- `held_bytes`: how many of them the disk still has to take, while the upload goes on.
alter table uploads add bytes bigint not null default 0, add held_bytes bigint not null default 0,
  add held_at timestamptz not null default now();

update images i set user_id = found.user_id from (
  select image_id, user_id from users
  union all select image_id, author_id from shows
  union all select image_id, author_id from episodes
  union all select c.image_id, e.author_id from chapters c join episodes e using (episode_id)
  union all select o.image_id, min(m.user_id) from organizations o join organization_members m using (organization_id)
    where m.role = 'admin' group by o.image_id
) found where found.image_id = i.image_id;
update creatives c set user_id = found.user_id from (
  select l.lineitem_id, min(m.user_id) as user_id
  from lineitems l join teams t using (team_id) join organization_members m using (organization_id)
  where m.role = 'admin' group by l.lineitem_id
) found where found.lineitem_id = c.lineitem_id;
update transcripts t set user_id = e.author_id from episodes e where e.episode_id = t.episode_id;
update uploads set bytes = coalesce((info->>'size')::bigint, 0);

-- What is still to be measured; empty soon after an upgrade.
create index episodes_unmeasured on episodes (episode_id)
  where (original_key is not null and original_bytes is null) or (waveform_key is not null and waveform_bytes is null)
    or (upload_key is not null and upload_bytes is null);
create index images_unmeasured on images (image_id) where bytes is null;
create index creatives_unmeasured on creatives (creative_id) where upload_key is not null and upload_bytes is null;
create index uploads_held on uploads (held_at) where held_bytes > 0;

-- What was sent once counts once: the original of an encoding is the upload it was made of.
create function episode_storage(e episodes) returns bigint language sql immutable as $$
  select case when e.media_key is null then 0 else coalesce(e.media_bytes, 0) end
    + case when e.original_key is null then 0 else coalesce(e.original_bytes, 0) end
    + case when e.waveform_key is null then 0 else coalesce(e.waveform_bytes, 0) end
    + case when e.upload_key is null then 0 else coalesce(e.upload_bytes, 0) end
$$;

/* The bytes that a user may store; null: no limit. A plan that nobody defined has the limit of `basic`. */
create function storage_limit(id bigint) returns bigint language sql stable as $$
  select case when u.is_admin then null
    else (select p.bytes from storage_plans p where p.plan in (u.plan, 'basic') order by p.plan <> u.plan limit 1) end
  from users u where u.user_id = id
$$;

/*
 * Adds to what a user stores. More than the plan grants is refused (LWQ01; the detail is the limit), unless
 * what is there already is only being measured. `swept`: the files of what is taken away are gone at once.
 */
create function add_to_storage(id bigint, change bigint, swept boolean default false) returns void
language plpgsql as $$
declare
  used bigint;
  most bigint;
begin
  if id is null or change is null or change = 0 then return; end if;
  insert into storage_use as s (user_id, bytes, unswept_bytes)
  values (id, change, case when swept then 0 else greatest(-change, 0) end)
  on conflict (user_id) do update
    set bytes = s.bytes + excluded.bytes, unswept_bytes = s.unswept_bytes + excluded.unswept_bytes
  returning bytes into used;
  if change < 0 or current_setting('longwave.measuring', true) = 'on' then return; end if;
  most := storage_limit(id);
  if used > most then
    raise exception 'user % would store % bytes', id, used using errcode = 'LWQ01', detail = most::text;
  end if;
end $$;

/*
 * Deferred, so that the row of `storage_use` is the last thing a transaction locks, and only while it commits:
 * taken earlier, it would make encodings and uploads of one show wait for each other's counts.
 */
create function store_episode() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.author_id = new.author_id then
    perform add_to_storage(new.author_id, episode_storage(new) - episode_storage(old));
    return null;
  end if;
  -- In the order of users, so that two that swap episodes do not wait for each other.
  perform add_to_storage(each.user_id, each.change) from (values
    (old.author_id, -episode_storage(old)),
    (case when tg_op = 'UPDATE' then new.author_id end, case when tg_op = 'UPDATE' then episode_storage(new) end)
  ) each (user_id, change) order by each.user_id;
  return null;
end $$;

-- By statement: of rows that come by the thousand, the sum. Requests insert episodes before they have files.
create function store_new_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_storage(author_id, sum(episode_storage(e))::bigint) from new_rows e
    where media_key is not null or upload_key is not null group by author_id order by author_id;
  return null;
end $$;
create trigger episodes_stored_inserted after insert on episodes referencing new table as new_rows
  for each statement execute function store_new_episodes();
create constraint trigger episodes_stored_deleted after delete on episodes deferrable initially deferred for each row
  execute function store_episode();
create constraint trigger episodes_stored_updated after update on episodes deferrable initially deferred for each row
  when (old.author_id <> new.author_id
    or (old.media_key, old.original_key, old.waveform_key, old.upload_key,
        old.media_bytes, old.original_bytes, old.waveform_bytes, old.upload_bytes)
      is distinct from (new.media_key, new.original_key, new.waveform_key, new.upload_key,
        new.media_bytes, new.original_bytes, new.waveform_bytes, new.upload_bytes))
  execute function store_episode();

-- The pictures and transcripts of an episode move along with it, and go with it.
create function move_episode_files() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from transcripts where episode_id = new.episode_id;
    update chapters set image_id = null where episode_id = new.episode_id and image_id is not null;
  else
    update images set user_id = new.author_id
      where image_id = new.image_id or image_id in (select image_id from chapters where episode_id = new.episode_id);
    update transcripts set user_id = new.author_id where episode_id = new.episode_id;
  end if;
  return null;
end $$;
create trigger episodes_move_files after update on episodes for each row
  when (old.author_id <> new.author_id or (old.deleted_at is null and new.deleted_at is not null))
  execute function move_episode_files();

/* For tables with `user_id` and one number of bytes: its column is the argument. */
create function store_file() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  old_bytes bigint := coalesce((was ->> tg_argv[0])::bigint, 0);
  new_bytes bigint := coalesce((now_is ->> tg_argv[0])::bigint, 0);
  swept boolean := tg_table_name = 'uploads';
begin
  if was -> 'user_id' = now_is -> 'user_id' then
    perform add_to_storage((now_is ->> 'user_id')::bigint, new_bytes - old_bytes, swept);
  else
    perform add_to_storage(each.user_id, each.change, swept) from (
      values ((was ->> 'user_id')::bigint, -old_bytes), ((now_is ->> 'user_id')::bigint, new_bytes)
    ) each (user_id, change) order by each.user_id;
  end if;
  return null;
end $$;

create constraint trigger images_stored after insert or delete or update of user_id, bytes on images
  deferrable initially deferred for each row execute function store_file('bytes');
create constraint trigger creatives_stored after insert or delete or update of user_id, upload_bytes on creatives
  deferrable initially deferred for each row execute function store_file('upload_bytes');
create constraint trigger transcripts_stored after insert or delete or update of user_id, bytes on transcripts
  deferrable initially deferred for each row execute function store_file('bytes');
create constraint trigger uploads_stored after insert or delete or update of bytes on uploads
  deferrable initially deferred for each row execute function store_file('bytes');

create function store_creative_file() returns trigger language plpgsql as $$
declare
  id bigint := coalesce(new.creative_id, old.creative_id);
begin
  perform add_to_storage((select user_id from creatives where creative_id = id),
    case when tg_op = 'INSERT' then new.bytes else -old.bytes end);
  return null;
end $$;

create constraint trigger creative_files_stored after insert or delete on creative_files
  deferrable initially deferred for each row execute function store_creative_file();

-- What can be summed now; files that have to be looked at are measured by a job.
insert into storage_use (user_id, bytes)
select user_id, sum(bytes) from (
  select author_id as user_id, episode_storage(e) as bytes from episodes e
  union all select user_id, coalesce(bytes, 0) from transcripts
  union all select user_id, bytes from uploads
  union all select c.user_id, f.bytes from creative_files f join creatives c using (creative_id)
) kept where user_id is not null group by user_id having sum(bytes) <> 0;

-- Kept answers of a user are bounded in number and size: the oldest go first.
alter table idempotency_keys add bytes integer not null default 0;
update idempotency_keys set bytes = octet_length(coalesce(body, ''));
create index idempotency_keys_by_age on idempotency_keys (user_id, created_at desc, key) include (bytes, status);
