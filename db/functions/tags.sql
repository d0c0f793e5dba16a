-- revision: 2
-- `episode_tags`: the tags of listenable episodes in their normalised form.

-- The normalised form of a tag. Only this function normalises both sides of a comparison.
create or replace function normalised_tag(tag text) returns text language sql immutable strict parallel safe as $$
  select normalize(lower(normalize(
    btrim(tag, U&' \0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'),
    NFC)), NFC)
$$;

-- Writes the tags of a listenable episode, and deletes removed ones.
create or replace function tag_episode() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from episode_tags where episode_id = new.episode_id;
  end if;
  if new.listenable then
    insert into episode_tags (tag, episode_id, published_at)
      select distinct normalised_tag(tag), new.episode_id, new.published_at from unnest(new.tags) tag;
  end if;
  return null;
end $$;
