-- A show can have a time zone (IANA name), in which its team schedules episodes and sees their times; null: each person's own.
alter table shows add column timezone text;

-- The audit log records it, too.
drop trigger shows_audited on shows;
create trigger shows_audited after insert or delete or update of
  author_id, title, permalink, description, description_html, episode_description_footer_html, language,
  category_id, category_2_id, category_3_id, explicit, itunes_type, episodes_sorting, visibility, website_url,
  socialnet1_url, socialnet1_page_id, socialnet1_page_name, socialnet2_name, voipchat_name, owner_name,
  author_name, copyright, image_id, deleted_at, delivery_profile, loudness_normalisation, default_breaks,
  timezone, limited_key, email, tel_number, sms_number, import_feed_url
  on shows for each row execute function audit_record('show', 'show_id',
  'author_id,title,permalink,description,description_html,episode_description_footer_html,language,category_id,category_2_id,category_3_id,explicit,itunes_type,episodes_sorting,visibility,website_url,socialnet1_url,socialnet1_page_id,socialnet1_page_name,socialnet2_name,voipchat_name,owner_name,author_name,copyright,image_id,deleted_at,delivery_profile,loudness_normalisation,default_breaks,timezone',
  'limited_key,email,tel_number,sms_number,import_feed_url');
