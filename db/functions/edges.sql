-- revision: 1
-- Removals of audio from edges: which episodes have been taken from the public (docs/guides/edges.md).

-- Notes episodes whose audio edges should remove; those that are being removed begin again.
create or replace function note_removals(episodes bigint[]) returns void language sql as $$
  insert into edge_removals (episode_id)
    select episode_id from unnest(episodes) as removed (episode_id) order by episode_id
  on conflict (episode_id) do update
    set removed_at = clock_timestamp(), times = edge_removals.times + 1, done_to = null, failures = 0, due_at = clock_timestamp()
$$;

-- Notes an episode that has been deleted, hidden or locked.
create or replace function note_removed_episode() returns trigger language plpgsql as $$
begin
  perform note_removals(array[new.episode_id]);
  return null;
end $$;

-- Notes the episodes of a show that has been deleted or locked, if anybody has fetched their audio.
create or replace function note_removed_show() returns trigger language plpgsql as $$
begin
  perform note_removals(array(
    select episode_id from episodes e where show_id = new.show_id and listenable
      and exists (select from renditions r where r.episode_id = e.episode_id)));
  return null;
end $$;
