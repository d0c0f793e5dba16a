-- expand
-- What follows from new shows is written once for all shows of a statement, not once for each.
create function audit_records() returns trigger language plpgsql as $$ begin return null; end $$;
create function rank_new_shows() returns trigger language plpgsql as $$ begin return null; end $$;
create function make_feed_revisions() returns trigger language plpgsql as $$ begin return null; end $$;
create function events_of_new_shows() returns trigger language plpgsql as $$ begin return null; end $$;
create function note_new_shows() returns trigger language plpgsql as $$ begin return null; end $$;

drop trigger shows_make_counts on shows;
create trigger shows_make_counts after insert on shows referencing new table as new_rows
  for each statement execute function make_show_counts();

drop trigger shows_ranked on shows;
create trigger shows_ranked_insert after insert on shows referencing new table as new_rows
  for each statement execute function rank_new_shows();
create trigger shows_ranked after update of category_id, category_2_id, category_3_id on shows
  for each row execute function rank_show();

drop trigger shows_move_feed on shows;
create trigger shows_make_feed after insert on shows referencing new table as new_rows
  for each statement execute function make_feed_revisions();
create trigger shows_move_feed after update on shows for each row execute function move_feed_of_show();

drop trigger shows_event_inserted on shows;
create trigger shows_event_inserted after insert on shows referencing new table as new_rows
  for each statement execute function events_of_new_shows();

drop trigger shows_changed_insert on shows;
create trigger shows_changed_insert after insert on shows referencing new table as new_rows
  for each statement execute function note_new_shows();

drop trigger shows_audited on shows;
create trigger shows_audited_insert after insert on shows referencing new table as new_rows
  for each statement execute function audit_records('show', 'show_id',
    'author_id,title,permalink,description,description_html,episode_description_footer_html,language,category_id,category_2_id,category_3_id,explicit,itunes_type,episodes_sorting,visibility,website_url,socialnet1_url,socialnet1_page_id,socialnet1_page_name,socialnet2_name,voipchat_name,owner_name,author_name,copyright,image_id,deleted_at,delivery_profile,loudness_normalisation,default_breaks,timezone',
    'limited_key,email,tel_number,sms_number,import_feed_url');
create trigger shows_audited after delete or update of
  author_id, title, permalink, description, description_html, episode_description_footer_html, language,
  category_id, category_2_id, category_3_id, explicit, itunes_type, episodes_sorting, visibility, website_url,
  socialnet1_url, socialnet1_page_id, socialnet1_page_name, socialnet2_name, voipchat_name, owner_name,
  author_name, copyright, image_id, deleted_at, delivery_profile, loudness_normalisation, default_breaks,
  timezone, limited_key, email, tel_number, sms_number, import_feed_url
  on shows for each row execute function audit_record('show', 'show_id',
    'author_id,title,permalink,description,description_html,episode_description_footer_html,language,category_id,category_2_id,category_3_id,explicit,itunes_type,episodes_sorting,visibility,website_url,socialnet1_url,socialnet1_page_id,socialnet1_page_name,socialnet2_name,voipchat_name,owner_name,author_name,copyright,image_id,deleted_at,delivery_profile,loudness_normalisation,default_breaks,timezone',
    'limited_key,email,tel_number,sms_number,import_feed_url');
