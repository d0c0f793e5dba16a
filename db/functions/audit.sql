-- revision: 8
-- `audit_entries`: the audit log, written by triggers in the transaction that changes a record.

-- A value as the log keeps it: a long one is cut, with its length and hash.
create or replace function audit_value(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when length(value::text) <= 500 then value else to_jsonb(format('%s… (%s characters, SHA-256 %s)',
    left(value #>> '{}', 500), length(value #>> '{}'),
    encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex'))) end
$$;

-- What a change of fields means.
create or replace function audit_action(was jsonb, now_is jsonb) returns text language sql immutable parallel safe as $$
  select case
    when now_is ? 'deleted_at' and now_is -> 'deleted_at' <> 'null' then 'delete'
    when now_is ? 'deleted_at' then 'restore'
    when was -> 'published_at' = 'null' and now_is -> 'published_at' <> 'null' then 'publish'
    when now_is -> 'auto_published_at' <> 'null' then 'schedule'
    when now_is ?| array['upload_key', 'media_key', 'media_url', 'source_url'] then 'replace_audio'
    when now_is -> 'suspended_at' <> 'null' then 'suspend'
    when now_is ? 'suspended_at' then 'unsuspend'
    when now_is -> 'approved_at' <> 'null' then 'approve'
    when now_is -> 'canceled_at' <> 'null' then 'cancel'
    when now_is -> 'share_digest' <> 'null' then 'share'
    when now_is ? 'share_digest' then 'unshare'
    else 'update'
  end
$$;

-- Writes an entry, or adds to the subject's entry of this transaction: a field's first value before and its last one
-- after count, and fields that end as they began are left out. `longwave.actor` is `<user id> <via>`, or `author <via>`
-- where several users create or change shows of their own in one transaction.
create or replace function note_audit(kind text, id bigint, act text, was jsonb, now_is jsonb) returns void
language plpgsql as $$
declare
  actor text := coalesce(nullif(current_setting('longwave.actor', true), ''), ' system');
  present audit_entries%rowtype;
begin
  if was = '{}' and now_is = '{}' then return; end if;
  select * into present from audit_entries e
    where e.entry_id = (select max(latest.entry_id) from audit_entries latest
      where latest.subject = kind and latest.subject_id = id)
    and e.at = now() and e.xmin = pg_current_xact_id()::xid;
  if found then
    was := was || present.before;
    now_is := present.after || now_is;
    select was - coalesce(array_agg(b.key), '{}'), now_is - coalesce(array_agg(b.key), '{}') into was, now_is
      from jsonb_each(was) b join jsonb_each(now_is) a using (key)
      where a.value = b.value and a.value <> '"withheld"' and a.value #>> '{value,owner}' is distinct from 'withheld';
    if was = '{}' and now_is = '{}' then
      delete from audit_entries where entry_id = present.entry_id;
    else
      update audit_entries set before = was, after = now_is,
        action = case when present.action = 'create' then 'create'
          when act = 'delete' then act else audit_action(was, now_is) end
        where entry_id = present.entry_id;
    end if;
    return;
  end if;
  if actor like 'author %' then
    select replace(actor, 'author', author_id::text) into actor from shows where show_id = id;
  end if;
  insert into audit_entries (subject, subject_id, actor_id, via, action, before, after)
    values (kind, id, nullif(split_part(actor, ' ', 1), '')::bigint, split_part(actor, ' ', 2),
      coalesce(act, audit_action(was, now_is)), was, now_is);
end $$;

-- A value as an entry shows it.
create or replace function audit_shown(value jsonb, withheld boolean) returns jsonb
language sql immutable parallel safe as $$
  select case when withheld and value <> 'null' then '"withheld"' else audit_value(value) end
$$;

-- Logs new rows: their columns that are not empty, and of those of `withheld` only the fact that they are set.
create or replace function audit_new(kind text, key text, shown text[], withheld text[], present jsonb[]) returns void
language plpgsql as $$
declare
  actor text := coalesce(nullif(current_setting('longwave.actor', true), ''), ' system');
  person text := split_part(actor, ' ', 1);
begin
  insert into audit_entries (subject, subject_id, actor_id, via, action, before, after)
    -- A subject without a key of its own is the only one of its kind.
    select kind, coalesce(made ->> key, '1')::bigint,
      nullif(case person when 'author' then made ->> 'author_id' else person end, '')::bigint,
      split_part(actor, ' ', 2), 'create', '{}', fields
    from unnest(present) made cross join lateral (
      -- A short value is as it is kept: to call a function for each takes a third of the time.
      select jsonb_object_agg(name, case when name = any(withheld) then '"withheld"'
        when length(made ->> name) > 80 then audit_value(made -> name) else made -> name end) as fields
      from unnest(shown || withheld) name where made -> name not in ('null', '""', '[]', '{}')) said
    where fields is not null;
end $$;

-- Logs a change of a subject's own row: the columns of the third argument, and of those of the fourth only the fact
-- that they changed.
create or replace function audit_record() returns trigger language plpgsql as $$
declare
  past jsonb;
  present jsonb := '{}';
  shown text[] := string_to_array(tg_argv[2], ',');
  withheld text[] := string_to_array(tg_argv[3], ',');
  was jsonb;
  now_is jsonb;
begin
  if tg_op = 'INSERT' then
    perform audit_new(tg_argv[0], tg_argv[1], shown, withheld, array[to_jsonb(new)]);
    return null;
  end if;
  past := to_jsonb(old);
  if tg_op = 'UPDATE' then present := to_jsonb(new); end if;
  select coalesce(jsonb_object_agg(name, audit_shown(past -> name, name = any(withheld))) filter (where past ? name), '{}'),
    coalesce(jsonb_object_agg(name, audit_shown(present -> name, name = any(withheld))) filter (where present ? name), '{}')
  into was, now_is
  from unnest(shown || withheld) name where (past -> name) is distinct from (present -> name);
  perform note_audit(tg_argv[0], coalesce(past ->> tg_argv[1], '1')::bigint,
    case tg_op when 'DELETE' then 'delete' end, was, now_is);
  return null;
end $$;

-- Logs the new rows of a statement.
create or replace function audit_records() returns trigger language plpgsql as $$
begin
  perform audit_new(tg_argv[0], tg_argv[1], string_to_array(tg_argv[2], ','), string_to_array(tg_argv[3], ','),
    array(select to_jsonb(r) from new_rows r));
  return null;
end $$;

-- One row of a part as a field of its subject.
create or replace function audit_field(part text, key text, data jsonb, names text) returns table (field text, value jsonb)
language sql immutable parallel safe as $$
  select part || case key when '' then '' else '.' || (data ->> key) end, jsonb_object_agg(name, audit_value(data -> name))
  from unnest(string_to_array(names, ',')) name
$$;

-- A part as an entry shows it: the e-mail address of an import lock is withheld, as that of a show is.
create or replace function audit_part_shown(field text, value jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case when field = 'feed_tags.locked' and value #>> '{value,owner}' is not null
    then jsonb_set(value, '{value,owner}', '"withheld"') else value end
$$;

-- Logs changes of rows that belong to a subject: one entry for each subject, with at most 100 of the fields.
create or replace function audit_part() returns trigger language plpgsql as $$
declare
  past jsonb[] := '{}';
  present jsonb[] := '{}';
  subject record;
begin
  if tg_op <> 'INSERT' then select coalesce(array_agg(to_jsonb(r)), '{}') into past from old_rows r; end if;
  if tg_op <> 'DELETE' then select coalesce(array_agg(to_jsonb(r)), '{}') into present from new_rows r; end if;
  for subject in
    with was as (select (r ->> tg_argv[1])::bigint id, f.* from unnest(past) r,
        audit_field(tg_argv[2], tg_argv[3], r, tg_argv[4]) f),
      now_is as (select (r ->> tg_argv[1])::bigint id, f.* from unnest(present) r,
        audit_field(tg_argv[2], tg_argv[3], r, tg_argv[4]) f),
      changes as (select id, field, audit_part_shown(field, was.value) past,
          audit_part_shown(field, now_is.value) present,
          row_number() over (partition by id order by field) n
        from was full join now_is using (id, field) where was.value is distinct from now_is.value)
    select id, coalesce(jsonb_object_agg(field, c.past) filter (where c.past is not null and n <= 100), '{}') was,
      coalesce(jsonb_object_agg(field, c.present) filter (where c.present is not null and n <= 100), '{}')
        || case when max(n) > 100 then jsonb_build_object('further_' || tg_argv[2], max(n) - 100) else '{}' end now_is
    from changes c group by id order by id
  loop
    perform note_audit(tg_argv[0], subject.id, null, subject.was, subject.now_is);
  end loop;
  return null;
end $$;

-- Logs decisions on reports as fields of the message's episode: how many reports were open, not whose they were, and
-- what was decided.
create or replace function audit_reports() returns trigger language plpgsql as $$
declare
  subject record;
begin
  for subject in
    with decided as (select message_id, max(decision) decision, sum(sign) n
        from (select message_id, decision, 1 sign from new_rows where resolved_at is not null
          union all select message_id, null, -1 from old_rows where resolved_at is not null) change
        group by message_id having sum(sign) > 0),
      fields as (select m.episode_id, 'reports.' || message_id field, d.n, d.decision, (select count(*) from message_reports r
          where r.message_id = d.message_id and r.resolved_at is null) left_open
        from decided d join messages m using (message_id))
    select episode_id id, jsonb_object_agg(field, jsonb_build_object('open', left_open + n)) was,
      jsonb_object_agg(field, jsonb_strip_nulls(jsonb_build_object('open', left_open, 'decision', decision))) now_is
    from fields group by episode_id order by episode_id
  loop
    perform note_audit('episode', subject.id, null, subject.was, subject.now_is);
  end loop;
  return null;
end $$;

-- The shows of an edition of a list, in order.
create or replace function audit_edition(list bigint, number bigint) returns jsonb language sql stable as $$
  select audit_value(coalesce(jsonb_agg(show_id order by position), '[]'))
  from explore_list_items where list_id = list and edition = number
$$;

-- Logs the shows of a list that were set by hand; those that a rule finds are in no edition.
create or replace function audit_list_shows() returns trigger language plpgsql as $$
begin
  perform note_audit('list', new.list_id, null, jsonb_build_object('shows', audit_edition(new.list_id, old.edition)),
    jsonb_build_object('shows', audit_edition(new.list_id, new.edition)));
  return null;
end $$;
