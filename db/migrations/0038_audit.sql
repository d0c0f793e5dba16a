-- The audit log: who changed what in a show, an episode, an organization, a booking, a curated list or a user's rights.
-- `actor_id` has no foreign key: its check would lock the actor's row with every write.
create table audit_entries (
  entry_id bigint generated always as identity primary key,
  subject text not null,
  subject_id bigint not null,
  at timestamptz not null default now(),
  actor_id bigint,
  via text not null,
  action text not null,
  before jsonb not null,
  after jsonb not null,
  constraint audit_entries_via_check check (via in ('token', 'app', 'page', 'import', 'system'))
);
create index audit_entries_of_subject on audit_entries (subject, subject_id, entry_id);
-- Entries are written in the order of their times: the job that deletes old ones reads a few blocks.
create index audit_entries_at on audit_entries using brin (at) with (pages_per_range = 16);

create function audit_record() returns trigger language plpgsql as $$ begin return null; end $$;
create function audit_part() returns trigger language plpgsql as $$ begin return null; end $$;
create function audit_list_shows() returns trigger language plpgsql as $$ begin return null; end $$;

-- Arguments: the kind of subject, the column of its id, the columns that are recorded, and those of which only the
-- fact that they changed is recorded, because they hold secrets or personal data.
do $$
declare
  record text[];
  events text;
begin
  foreach record slice 1 in array array[
    ['shows', 'show', 'show_id',
      'author_id, title, permalink, description, description_html, episode_description_footer_html,
      language, category_id, category_2_id, category_3_id, explicit, itunes_type, episodes_sorting,
      visibility, website_url, socialnet1_url, socialnet1_page_id, socialnet1_page_name, socialnet2_name,
      voipchat_name, owner_name, author_name, copyright, image_id, deleted_at, delivery_profile,
      loudness_normalisation, default_breaks',
      'limited_key, email, tel_number, sms_number, import_feed_url'],
    ['episodes', 'episode', 'episode_id',
      'show_id, author_id, type, title, permalink, description, description_html, duration, explicit,
      hidden, visibility, download_enabled, tags, image_id, published_at, auto_published_at,
      season_number, episode_number, season_episode_type, rss_guid, episode_link, location_latitude,
      location_longitude, ai_generated, deleted_at, publish_when_ready',
      'limited_key, media_url, media_key, upload_key, source_url'],
    ['users', 'user', 'user_id',
      'is_admin, plan, verified, deleted_at, erased_at',
      ''],
    ['organizations', 'organization', 'organization_id',
      'name, description, image_id, deleted_at, download_window',
      ''],
    ['advertisers', 'advertiser', 'advertiser_id',
      'team_id, name, domain, iab_categories, external_id, notes, deleted_at',
      ''],
    ['campaigns', 'campaign', 'campaign_id',
      'team_id, advertiser_id, name, currency, external_id, budget_amount, frequency_cap, deleted_at',
      ''],
    ['lineitems', 'lineitem', 'lineitem_id',
      'campaign_id, team_id, name, external_id, notes, active, approved_at, canceled_at, priority_id,
      start_date, end_date, timezone, auto_extend_days, goal_pacing, goal_impressions, daily_cap,
      hard_cap, share_of_voice, price_type, price_amount, target_ads_type, target_midroll_position,
      target_geo, target_devices, target_os, target_apps, target_shows, target_episodes,
      target_categories, target_languages, target_tags, target_dayparts, frequency_cap, exclusions,
      max_per_download, deleted_at',
      'third_party_impression_urls'],
    ['explore_lists', 'list', 'list_id',
      'name, subtitle, countries, filled_by, category_id, language, max_age_days, deleted_at',
      '']
  ] loop
    -- Signing up is not an act upon a user.
    events := case record[1] when 'users' then 'update' else 'insert or delete or update' end;
    execute format('create trigger %I after %s of %s on %I for each row execute function audit_record(%L, %L, %L, %L)',
      record[1] || '_audited', events, concat_ws(', ', record[4], nullif(record[5], '')), record[1], record[2], record[3],
      regexp_replace(record[4], '\s+', '', 'g'), regexp_replace(record[5], '\s+', '', 'g'));
  end loop;
end $$;

-- Rows that belong to a subject become one field of it each. Arguments: the kind of subject, the column of its id, the
-- name of the part, the column that tells rows of one subject apart (empty: there is only one), and the columns.
do $$
declare
  part text[];
  event text;
  tables text;
begin
  foreach part slice 1 in array array[
    ['chapters', 'episode', 'episode_id', 'chapters', 'starts_at', 'title,external_url,image_id'],
    ['cuepoints', 'episode', 'episode_id', 'cuepoints', 'timecode', 'ads_max_count'],
    ['transcripts', 'episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url'],
    ['episode_feed_tags', 'episode', 'episode_id', 'feed_tags', 'noun', 'value'],
    ['show_feed_tags', 'show', 'show_id', 'feed_tags', 'noun', 'value'],
    ['show_feeds', 'show', 'show_id', 'feed', '', 'mode,prepend_url,redirect_url,show_email,item_limit'],
    ['show_collaborators', 'show', 'show_id', 'collaborators', 'user_id', 'user_id'],
    ['user_collaborators', 'user', 'network_user_id', 'collaborators', 'user_id', 'user_id'],
    ['organization_members', 'organization', 'organization_id', 'members', 'user_id', 'role'],
    ['organization_networks', 'organization', 'organization_id', 'networks', 'user_id', 'user_id'],
    ['teams', 'organization', 'organization_id', 'teams', 'team_id', 'team_id'],
    ['creatives', 'lineitem', 'lineitem_id', 'creatives', 'creative_id', 'version,weight,filename,deleted_at'],
    ['messages', 'episode', 'episode_id', 'messages', 'message_id', 'author_id,hidden_at,deleted_at']
  ] loop
    foreach event in array array['insert', 'update', 'delete'] loop
      -- Listeners write messages; only what happens to them later is moderation.
      continue when part[1] = 'messages' and event <> 'update';
      tables := case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end;
      execute format('create trigger %I after %s on %I referencing %s for each statement
        execute function audit_part(%L, %L, %L, %L, %L)', part[1] || '_audited_' || event, event, part[1], tables,
        part[2], part[3], part[4], part[5], part[6]);
    end loop;
  end loop;
end $$;
create trigger explore_list_editions_audited after update of edition on explore_lists
  for each row when (old.edition is distinct from new.edition) execute function audit_list_shows();
