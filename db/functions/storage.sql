-- revision: 2
-- Storage used by users: `storage_use`, kept by triggers in the transaction that stores or removes files.

-- Bytes of the files of an episode.
create or replace function episode_storage(e episodes) returns bigint language sql immutable as $$
  select case when e.media_key is null then 0 else coalesce(e.media_bytes, 0) end
    + case when e.original_key is null then 0 else coalesce(e.original_bytes, 0) end
    + case when e.waveform_key is null then 0 else coalesce(e.waveform_bytes, 0) end
    + case when e.upload_key is null then 0 else coalesce(e.upload_bytes, 0) end
$$;

-- Bytes that a user may store; null: no limit.
create or replace function storage_limit(id bigint) returns bigint language sql stable as $$
  select case when u.is_admin then null
    else (select p.bytes from storage_plans p where p.plan in (u.plan, 'basic') order by p.plan <> u.plan limit 1) end
  from users u where u.user_id = id
$$;

-- Adds to a user's storage. Exceeding the plan's limit is refused (LWQ01; the detail is the limit), unless existing
-- files are only being measured. `swept`: removed files are deleted at once.
create or replace function add_to_storage(id bigint, change bigint, swept boolean default false) returns void
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

-- Adds the files of a changed or deleted episode to the storage of its author. Deferred, so that the row of
-- `storage_use` is the last thing a transaction locks, and only while it commits: locked earlier, it would make
-- encodings and uploads of one show wait for each other.
create or replace function store_episode() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.author_id = new.author_id then
    perform add_to_storage(new.author_id, episode_storage(new) - episode_storage(old));
    return null;
  end if;
  -- In the order of user ids, so that two transactions that swap episodes never deadlock.
  perform add_to_storage(each.user_id, each.change) from (values
    (old.author_id, -episode_storage(old)),
    (case when tg_op = 'UPDATE' then new.author_id end, case when tg_op = 'UPDATE' then episode_storage(new) end)
  ) each (user_id, change) order by each.user_id;
  return null;
end $$;

-- Adds the files of new episodes to the storage of their authors. Once per statement, because imports insert thousands
-- of rows at once; requests insert episodes before they have files.
create or replace function store_new_episodes() returns trigger language plpgsql as $$
begin
  perform add_to_storage(author_id, sum(episode_storage(e))::bigint) from new_rows e
    where media_key is not null or upload_key is not null group by author_id order by author_id;
  return null;
end $$;

-- Moves the images and transcripts of an episode to its new author, and removes them when it is deleted.
create or replace function move_episode_files() returns trigger language plpgsql as $$
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

-- Adds the files of a table to the storage of the users in `user_id`; the argument is the column with their bytes.
create or replace function store_file() returns trigger language plpgsql as $$
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

-- Counts the encoded files of a creative for the user who uploaded it.
create or replace function store_creative_file() returns trigger language plpgsql as $$
declare
  id bigint := coalesce(new.creative_id, old.creative_id);
begin
  perform add_to_storage((select user_id from creatives where creative_id = id),
    case when tg_op = 'INSERT' then new.bytes else -old.bytes end);
  return null;
end $$;
