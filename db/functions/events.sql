-- revision: 4
-- `event_outbox`: what happened, written by triggers in the transaction that changes a record.

-- Writes an event about a show and what belongs to it.
create or replace function note_show_event(type text, show bigint, data jsonb) returns void language sql as $$
  insert into event_outbox (type, show_id, data) values (type, show, jsonb_build_object('show_id', show) || data)
$$;

-- Writes an event about a team's bookings.
create or replace function note_team_event(type text, team bigint, data jsonb) returns void language sql as $$
  insert into event_outbox (type, team_id, data) values (type, team, jsonb_build_object('team_id', team) || data)
$$;

-- Whether this is the first time: an event may happen once for a subject and level.
create or replace function mark_event(kind text, subject bigint, mark bigint) returns boolean language plpgsql as $$
begin
  insert into event_marks (type, subject_id, level) values (kind, subject, mark) on conflict do nothing;
  return found;
end $$;

-- Writes that shows were created.
create or replace function events_of_new_shows() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, show_id, data)
    select 'show.created', show_id, jsonb_build_object('show_id', show_id, 'title', title) from new_rows;
  return null;
end $$;

-- Writes that a show was updated or deleted.
create or replace function event_of_show() returns trigger language plpgsql as $$
begin
  perform note_show_event(case when old.deleted_at is null and new.deleted_at is not null then 'show.deleted' else 'show.updated' end,
    new.show_id, jsonb_build_object('title', new.title));
  return null;
end $$;

-- Writes what happened to an episode: at most one event of its publication, and one of its audio. An episode that is
-- dated more than a week ago is not news: it belongs to an archive that is imported.
create or replace function event_of_episode() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('episode_id', new.episode_id, 'title', new.title);
  act text;
begin
  if tg_op = 'INSERT' then
    perform note_show_event('episode.created', new.show_id, facts);
    if new.listenable then act := 'published'; end if;
  elsif old.deleted_at is null and new.deleted_at is not null then
    act := 'deleted';
  elsif old.listenable <> new.listenable then
    act := case when new.listenable then 'published' else 'unpublished' end;
  elsif old.revision <> new.revision then
    act := 'updated';
  end if;
  if tg_op = 'UPDATE' and old.encoding_status <> new.encoding_status and new.encoding_status in ('READY', 'ERROR') then
    perform note_show_event(case new.encoding_status when 'READY' then 'episode.processing.done'
      else 'episode.processing.failed' end, new.show_id, facts);
    if act = 'updated' then return null; end if;
  end if;
  if act = 'published' and new.published_at < now() - interval '7 days' then
    act := case tg_op when 'UPDATE' then 'updated' end;
  end if;
  if act is not null then perform note_show_event('episode.' || act, new.show_id, facts); end if;
  return null;
end $$;

-- Writes that an import has ended.
create or replace function event_of_import() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, user_id, data) values ('import.finished', new.user_id,
    jsonb_build_object('import_id', new.import_id, 'show_id', new.show_id, 'state', new.state));
  return null;
end $$;

-- Writes that a show's feed redirects to another address.
create or replace function event_of_feed() returns trigger language plpgsql as $$
begin
  perform note_show_event('feed.redirected', new.show_id, jsonb_build_object('redirect_url', new.redirect_url));
  return null;
end $$;

-- Writes which of the checked feeds have begun to break rules of directories: once, until a feed keeps them again.
-- `broken` has the names of the rules by show.
create or replace function note_feed_checks(checked bigint[], broken jsonb) returns void language plpgsql as $$
begin
  delete from event_marks where type = 'feed.check.failed' and subject_id = any(checked)
    and not broken ? subject_id::text;
  perform note_show_event('feed.check.failed', key::bigint, jsonb_build_object('rules', value)) from jsonb_each(broken)
    where mark_event('feed.check.failed', key::bigint, 0);
end $$;

-- Writes that somebody wrote a message about an episode.
create or replace function event_of_message() returns trigger language plpgsql as $$
begin
  perform note_show_event('message.created', show_id, jsonb_build_object('episode_id', episode_id,
    'message_id', new.message_id, 'author_id', new.author_id)) from episodes where episode_id = new.episode_id;
  return null;
end $$;

-- Writes that a message was reported, but not by whom.
create or replace function event_of_report() returns trigger language plpgsql as $$
begin
  perform note_show_event('message.reported', show_id, jsonb_build_object('episode_id', episode_id,
    'message_id', message_id)) from messages join episodes using (episode_id) where message_id = new.message_id;
  return null;
end $$;

-- Writes that a person has a new follower. Following again after unfollowing is not new.
create or replace function event_of_follower() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, user_id, data) values ('follower.created', new.followed_id,
    jsonb_build_object('user_id', new.followed_id, 'follower_id', new.follower_id));
  return null;
end $$;

-- Writes that a show has a new follower, but not whom: favorites may be private.
create or replace function event_of_favorite() returns trigger language plpgsql as $$
begin
  perform note_show_event('follower.created', new.show_id, '{}');
  return null;
end $$;

-- Writes that the downloads of a show or an episode have reached a power of ten, once for each.
create or replace function event_of_milestone() returns trigger language plpgsql as $$
declare
  reached bigint := (10::numeric ^ (length(new.downloads_count::text) - 1))::bigint;
  id bigint := (to_jsonb(new) ->> (tg_argv[0] || '_id'))::bigint;
begin
  if mark_event('milestone.' || tg_argv[0], id, reached) then
    perform note_show_event('milestone.reached', case tg_argv[0] when 'show' then id
        else (select show_id from episodes where episode_id = id) end,
      case tg_argv[0] when 'show' then '{}' else jsonb_build_object('episode_id', id) end
        || jsonb_build_object('downloads', reached));
  end if;
  return null;
end $$;

-- Writes that an advertiser, a campaign or a line item was created, updated or deleted.
create or replace function event_of_booking() returns trigger language plpgsql as $$
declare
  facts jsonb := to_jsonb(new);
  past jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
begin
  perform note_team_event(tg_argv[0] || case when tg_op = 'INSERT' then '.created'
      when past -> 'deleted_at' = 'null' and facts -> 'deleted_at' <> 'null' then '.deleted' else '.updated' end,
    new.team_id, jsonb_build_object(tg_argv[0] || '_id', facts -> (tg_argv[0] || '_id'), 'name', new.name)
      || case tg_argv[0] when 'lineitem' then jsonb_build_object('campaign_id', facts -> 'campaign_id') else '{}' end);
  return null;
end $$;

-- Writes that a line item has fallen behind its goal, at most once a day.
create or replace function event_of_pacing() returns trigger language plpgsql as $$
begin
  if mark_event('lineitem.at_risk', new.lineitem_id, current_date - date '2000-01-01') then
    perform note_team_event('lineitem.at_risk', team_id, jsonb_build_object('lineitem_id', lineitem_id,
      'name', name, 'campaign_id', campaign_id)) from lineitems where lineitem_id = new.lineitem_id;
  end if;
  return null;
end $$;

-- Writes that the audio of a creative is ready or cannot be used.
create or replace function event_of_creative() returns trigger language plpgsql as $$
begin
  perform note_team_event(case new.status when 'READY' then 'creative.ready' else 'creative.failed' end, team_id,
    jsonb_build_object('creative_id', new.creative_id, 'lineitem_id', lineitem_id, 'campaign_id', campaign_id))
    from lineitems where lineitem_id = new.lineitem_id;
  return null;
end $$;

-- Writes that days were counted again.
create or replace function event_of_recount() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, data) values ('recount.done', jsonb_build_object('recount_id', new.recount_id,
    'first_day', new.first_day, 'last_day', new.last_day));
  return null;
end $$;

-- Who may read an event: those who edit the show, also after its deletion; who read the team's advertising; the user.
create or replace function event_readers(of_show bigint, of_team bigint, of_user bigint) returns setof bigint
language sql stable as $$
  select author_id from shows where show_id = of_show
  union all
  select user_id from show_collaborators where show_id = of_show
  union all
  select c.user_id from shows s join user_collaborators c on c.network_user_id = s.author_id where s.show_id = of_show
  union all
  select m.user_id from shows s join organization_networks n on n.user_id = s.author_id
    join organizations o on o.organization_id = n.organization_id and o.deleted_at is null
    join organization_members m on m.organization_id = n.organization_id and m.role in ('admin', 'editor')
    where s.show_id = of_show
  union all
  select m.user_id from teams t join organizations o on o.organization_id = t.organization_id and o.deleted_at is null
    join organization_members m on m.organization_id = t.organization_id and m.role in ('admin', 'ad_manager', 'analyst')
    where t.team_id = of_team
  union all
  select of_user where of_user is not null
$$;

-- Who hears of an episode that was published at a moment: those who followed the show by then, wanted to hear of new
-- episodes and still do, as long as everybody may hear the episode.
create or replace function event_followers(of_show bigint, of_episode bigint, moment timestamptz) returns setof bigint
language sql stable as $$
  select f.user_id from favorites f
    join shows s on s.show_id = f.show_id and s.deleted_at is null and s.visibility = 'PUBLIC'
    join episodes e on e.show_id = f.show_id and e.episode_id = of_episode and e.listenable
    where f.show_id = of_show and f.removed_at is null and f.notifications_enabled
      and coalesce(f.notified_since, f.created_at) <= moment
$$;
