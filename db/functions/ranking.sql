-- revision: 4
-- Keeps `ranked_shows` up to date when a show's categories change between two runs of the ranking job.

-- The categories in which a show is ranked: 0 (all shows), its own, and their top-level categories. The ids of
-- sub-categories follow that of their top-level category, so a sub-category's parent is the greatest top-level id
-- that is not greater than its own.
create or replace function ranked_categories(categories integer[]) returns setof integer
language sql immutable as $$
  select distinct category_id from unnest(array[0] || categories || array(
    select top[width_bucket(own, top)] from unnest(categories) own, (select array[92, 99, 106, 110, 115, 119, 120, 121, 128,
      133, 142, 146, 154, 162, 172, 178, 194, 195, 196] as top) tops)) category_id
  where category_id is not null
$$;

-- Ranks new shows last in their categories, until the ranking job runs.
create or replace function rank_new_shows() returns trigger language plpgsql as $$
begin
  insert into ranked_shows (category_id, show_id)
    select ranked, show_id from new_rows, ranked_categories(array[category_id, category_2_id, category_3_id]) ranked;
  return null;
end $$;

-- Ranks a show in its new categories with its scores among all shows, until the ranking job runs.
create or replace function rank_show() returns trigger language plpgsql as $$
declare
  wanted integer[] := array(select ranked_categories(
    array[new.category_id, new.category_2_id, new.category_3_id]));
begin
  delete from ranked_shows where show_id = new.show_id and category_id <> all (wanted);
  insert into ranked_shows (category_id, show_id, from_version, until_version, score)
    select category_id, show_id, from_version, until_version, score
    from unnest(wanted) category_id,
      (select show_id, from_version, until_version, score from ranked_shows
        where show_id = new.show_id and ranked_shows.category_id = 0) everywhere
    on conflict do nothing;
  return null;
end $$;
