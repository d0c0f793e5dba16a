-- Generated from db/migrations by `npm run generate`. Do not edit.

create table accruals (
  lineitem_id bigint not null,
  day date not null,
  correction smallint not null default 0,
  batch_id bigint not null,
  campaign_id bigint not null,
  team_id bigint not null,
  amount bigint not null,
  constraint accruals_pkey PRIMARY KEY (lineitem_id, day, correction)
);

create table ad_details (
  campaign_id bigint not null,
  start date not null,
  lineitem_id bigint not null,
  show_id bigint not null,
  creative_id bigint not null,
  impressions bigint not null,
  revenue numeric not null,
  constraint ad_details_pkey PRIMARY KEY (campaign_id, start, lineitem_id, show_id, creative_id)
);

create table ad_rollups (
  level smallint not null,
  id bigint not null,
  span smallint not null,
  start date not null,
  parent_id bigint not null,
  impressions bigint not null,
  revenue numeric not null,
  constraint ad_rollups_pkey PRIMARY KEY (level, id, span, start, parent_id) INCLUDE (impressions, revenue)
);

create table address_secrets (
  purpose text not null,
  secret bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint address_secrets_pkey PRIMARY KEY (purpose)
);

create table advertisers (
  advertiser_id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  domain text,
  iab_categories text not null,
  external_id text,
  notes text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  constraint advertisers_pkey PRIMARY KEY (advertiser_id),
  constraint advertisers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(team_id)
);

create table annotations (
  annotation_id bigint not null generated always as identity,
  show_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  revision bigint not null default nextval('revisions'::regclass),
  constraint annotations_pkey PRIMARY KEY (annotation_id),
  constraint annotations_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint annotations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table announcement_cursor (
  only_one boolean not null default true,
  sequence bigint not null,
  constraint announcement_cursor_pkey PRIMARY KEY (only_one),
  constraint announcement_cursor_only_one_check CHECK (only_one)
);

create table announcements (
  episode_id bigint not null,
  user_id bigint not null default 0,
  sent bigint not null default 0,
  failed bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  claimed_until timestamp with time zone,
  constraint announcements_pkey PRIMARY KEY (episode_id),
  constraint announcements_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table attempts (
  subject_hash bytea not null,
  count double precision not null,
  last_at timestamp with time zone not null,
  constraint attempts_pkey PRIMARY KEY (subject_hash)
);

create table audience_mail_settings (
  user_id bigint not null,
  weekly boolean not null default false,
  jumps boolean not null default false,
  next_at timestamp with time zone,
  monday date,
  refused_email text,
  constraint audience_mail_settings_pkey PRIMARY KEY (user_id),
  constraint audience_mail_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table audience_mails (
  mail_id bigint not null generated always as identity,
  user_id bigint not null,
  kind text not null,
  day date not null,
  show_id bigint,
  due_at timestamp with time zone not null,
  state text not null default 'PENDING'::text,
  attempts smallint not null default 0,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint audience_mails_user_id_kind_day_show_id_key UNIQUE NULLS NOT DISTINCT (user_id, kind, day, show_id),
  constraint audience_mails_pkey PRIMARY KEY (mail_id),
  constraint audience_mails_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id) ON DELETE CASCADE,
  constraint audience_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint audience_mails_check CHECK (((kind = 'JUMP'::text) = (show_id IS NOT NULL))),
  constraint audience_mails_kind_check CHECK ((kind = ANY (ARRAY['WEEKLY'::text, 'JUMP'::text]))),
  constraint audience_mails_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'SKIPPED'::text, 'FAILED'::text])))
);

create table audience_names (
  name_id integer not null generated always as identity,
  dimension smallint not null,
  kind text not null,
  name text not null,
  constraint audience_names_dimension_kind_name_key UNIQUE (dimension, kind, name),
  constraint audience_names_pkey PRIMARY KEY (name_id)
);

create table audience_rollups (
  level smallint not null,
  id bigint not null,
  span smallint not null,
  start date not null,
  parent_id bigint not null,
  plays bigint not null,
  downloads bigint not null,
  hashes integer not null,
  largest bigint,
  names bytea not null,
  listeners bytea not null,
  hours bytea not null default '\x'::bytea,
  constraint audience_rollups_pkey PRIMARY KEY (level, id, span, start, parent_id) INCLUDE (plays, downloads)
);

create table audit_entries (
  entry_id bigint not null generated always as identity,
  subject text not null,
  subject_id bigint not null,
  at timestamp with time zone not null default now(),
  actor_id bigint,
  via text not null,
  action text not null,
  before jsonb not null,
  after jsonb not null,
  constraint audit_entries_pkey PRIMARY KEY (entry_id),
  constraint audit_entries_via_check CHECK ((via = ANY (ARRAY['token'::text, 'app'::text, 'page'::text, 'import'::text, 'system'::text])))
);

create table author_sites (
  author_id bigint not null,
  month date not null,
  name text not null,
  constraint author_sites_pkey PRIMARY KEY (author_id, month, name)
);

create table background_migrations (
  name text not null,
  after text not null default ''::text,
  done bigint not null default 0,
  total bigint,
  updated_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint background_migrations_pkey PRIMARY KEY (name)
);

create table backups (
  backup_id bigint not null generated always as identity,
  name text not null,
  place text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  failure text,
  missing_files integer not null default 0,
  added_bytes bigint not null default 0,
  constraint backups_pkey PRIMARY KEY (backup_id)
);

create table blocks (
  blocker_id bigint not null,
  blocked_id bigint not null,
  position bigint not null default nextval('follow_positions'::regclass),
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(user_id),
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(user_id),
  constraint blocks_check CHECK ((blocker_id <> blocked_id))
);

create table booking_changes (
  change_id bigint not null generated always as identity,
  kind text not null default 'bookings'::text,
  at timestamp with time zone not null default now(),
  constraint booking_changes_pkey PRIMARY KEY (change_id),
  constraint booking_changes_kind_check CHECK ((kind = ANY (ARRAY['bookings'::text, 'pacing'::text])))
);

create table bookmarks (
  user_id bigint not null,
  episode_id bigint not null,
  position bigint not null default nextval('mark_positions'::regclass),
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint bookmarks_pkey PRIMARY KEY (user_id, episode_id),
  constraint bookmarks_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE,
  constraint bookmarks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table campaigns (
  campaign_id bigint not null generated always as identity,
  team_id bigint not null,
  advertiser_id bigint not null,
  name text not null,
  currency text not null default 'USD'::text,
  external_id text,
  budget_amount bigint,
  frequency_cap jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  share_digest bytea,
  share_expires_at timestamp with time zone,
  constraint campaigns_pkey PRIMARY KEY (campaign_id),
  constraint campaigns_advertiser_id_fkey FOREIGN KEY (advertiser_id) REFERENCES advertisers(advertiser_id),
  constraint campaigns_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(team_id),
  constraint campaigns_budget_amount_check CHECK ((budget_amount >= 0)),
  constraint campaigns_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);

create table chapters (
  chapter_id bigint not null generated always as identity,
  episode_id bigint not null,
  starts_at integer not null,
  title text not null,
  external_url text,
  image_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  revision bigint not null default nextval('revisions'::regclass),
  constraint chapters_episode_id_starts_at_key UNIQUE (episode_id, starts_at),
  constraint chapters_pkey PRIMARY KEY (chapter_id),
  constraint chapters_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id),
  constraint chapters_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(image_id),
  constraint chapters_starts_at_check CHECK ((starts_at >= 0))
);

create table confirmed_addresses (
  user_id bigint not null,
  email text not null,
  confirmed_at timestamp with time zone not null,
  constraint confirmed_addresses_pkey PRIMARY KEY (user_id),
  constraint confirmed_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table creative_files (
  creative_id bigint not null,
  profile text not null,
  media_key text not null,
  bytes bigint not null,
  frames integer not null,
  constraint creative_files_stored TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint creative_files_pkey PRIMARY KEY (creative_id, profile),
  constraint creative_files_creative_id_fkey FOREIGN KEY (creative_id) REFERENCES creatives(creative_id)
);

create table creatives (
  creative_id bigint not null generated always as identity,
  lineitem_id bigint not null,
  version integer not null default 1,
  weight integer not null default 100,
  filename text not null,
  upload_key text,
  replaces bigint[] not null default '{}'::bigint[],
  status text not null default 'PENDING'::text,
  error text,
  duration integer,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  user_id bigint,
  upload_bytes bigint,
  sound jsonb,
  constraint creatives_stored TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint creatives_pkey PRIMARY KEY (creative_id),
  constraint creatives_lineitem_id_fkey FOREIGN KEY (lineitem_id) REFERENCES lineitems(lineitem_id),
  constraint creatives_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint creatives_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'READY'::text, 'ERROR'::text]))),
  constraint creatives_weight_check CHECK (((weight >= 0) AND (weight <= 1000)))
);

create table cuepoints (
  episode_id bigint not null,
  timecode integer not null,
  ads_max_count smallint not null default 1,
  revision bigint not null,
  constraint cuepoints_pkey PRIMARY KEY (episode_id, timecode),
  constraint cuepoints_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE,
  constraint cuepoints_ads_max_count_check CHECK (((ads_max_count >= 1) AND (ads_max_count <= 5))),
  constraint cuepoints_timecode_check CHECK ((timecode >= 0))
);

create table cuts (
  media_digest bytea not null,
  timecode integer not null,
  frame integer not null,
  byte_at bigint not null,
  found_at timestamp with time zone not null default now(),
  constraint cuts_pkey PRIMARY KEY (media_digest, timecode)
);

create table decision_counts (
  lineitem_id bigint not null,
  hour timestamp with time zone not null,
  reason text not null,
  count bigint not null,
  constraint decision_counts_pkey PRIMARY KEY (lineitem_id, hour, reason)
);

create table delayed_pushes (
  user_id bigint not null,
  episode_id bigint not null,
  due_at timestamp with time zone not null,
  constraint delayed_pushes_pkey PRIMARY KEY (user_id, episode_id),
  constraint delayed_pushes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE,
  constraint delayed_pushes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table delivered_days (
  lineitem_id bigint not null,
  day date not null,
  delivered bigint not null,
  constraint delivered_days_pkey PRIMARY KEY (lineitem_id, day)
);

create table deliveries (
  listener bytea not null,
  episode_id bigint not null,
  window_start timestamp with time zone not null,
  digest bytea not null,
  sent int8multirange not null,
  requests integer not null default 1,
  before int8multirange,
  counted boolean not null default false,
  expected integer not null default 1,
  address bytea,
  constraint deliveries_pkey PRIMARY KEY (window_start, listener, episode_id, digest)
);

create table devices (
  device_id bigint not null generated always as identity,
  user_id bigint not null,
  endpoint text not null,
  public_key bytea not null,
  auth bytea not null,
  name text,
  created_at timestamp with time zone not null default now(),
  delivered_at timestamp with time zone,
  failing_since timestamp with time zone,
  constraint devices_endpoint_key UNIQUE (endpoint),
  constraint devices_pkey PRIMARY KEY (device_id),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint devices_auth_check CHECK ((length(auth) = 16)),
  constraint devices_endpoint_check CHECK ((length(endpoint) <= 1000)),
  constraint devices_public_key_check CHECK ((length(public_key) = 65))
);

create table downloads (
  window_start timestamp with time zone not null,
  listener bytea not null,
  episode_id bigint not null,
  correction smallint not null default 0,
  quantity smallint not null default 1,
  batch_id bigint not null,
  at timestamp with time zone not null,
  show_id bigint not null,
  author_id bigint not null,
  organization_id bigint,
  digest bytea,
  purpose text not null,
  source text not null,
  device text not null,
  os text not null,
  os_kind text not null,
  country text,
  constraint downloads_pkey PRIMARY KEY (window_start, listener, episode_id, correction),
  constraint downloads_purpose_check CHECK ((purpose = ANY (ARRAY['play'::text, 'download'::text]))),
  constraint downloads_quantity_check CHECK ((quantity = ANY (ARRAY['-1'::integer, 1])))
);

create table edge_log_objects (
  object bytea not null,
  name text not null,
  bytes bigint not null,
  last_length integer not null,
  last_line bytea not null,
  updated_at timestamp with time zone not null default now(),
  version text,
  finished_at timestamp with time zone,
  failure text,
  constraint edge_log_objects_pkey PRIMARY KEY (object)
);

create table edge_log_places (
  name text not null,
  looked_at timestamp with time zone not null,
  newest_at timestamp with time zone,
  constraint edge_log_places_pkey PRIMARY KEY (name)
);

create table edge_removals (
  episode_id bigint not null,
  removed_at timestamp with time zone not null default clock_timestamp(),
  times integer not null default 1,
  done_to bytea,
  failures integer not null default 0,
  due_at timestamp with time zone not null default clock_timestamp(),
  constraint edge_removals_pkey PRIMARY KEY (episode_id),
  constraint edge_removals_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table edge_requests (
  day date not null,
  request bytea not null,
  constraint edge_requests_pkey PRIMARY KEY (day, request)
);

create table episode_ages (
  episode_id bigint not null,
  plays_1 bigint not null,
  downloads_1 bigint not null,
  plays_2 bigint not null,
  downloads_2 bigint not null,
  plays_3 bigint not null,
  downloads_3 bigint not null,
  plays_7 bigint not null,
  downloads_7 bigint not null,
  plays_14 bigint not null,
  downloads_14 bigint not null,
  plays_30 bigint not null,
  downloads_30 bigint not null,
  plays_60 bigint not null,
  downloads_60 bigint not null,
  plays_90 bigint not null,
  downloads_90 bigint not null,
  plays_180 bigint not null,
  downloads_180 bigint not null,
  plays_365 bigint not null,
  downloads_365 bigint not null,
  constraint episode_ages_pkey PRIMARY KEY (episode_id),
  constraint episode_ages_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table episode_counts (
  episode_id bigint not null,
  likes_count integer not null default 0,
  messages_count integer not null default 0,
  constraint episode_counts_pkey PRIMARY KEY (episode_id),
  constraint episode_counts_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table episode_feed_tags (
  episode_id bigint not null,
  noun text not null,
  value jsonb not null,
  constraint episode_feed_tags_pkey PRIMARY KEY (episode_id, noun),
  constraint episode_feed_tags_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id)
);

create table episode_mails (
  user_id bigint not null,
  episode_id bigint not null,
  created_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  constraint episode_mails_pkey PRIMARY KEY (user_id, episode_id),
  constraint episode_mails_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE,
  constraint episode_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table episode_plays (
  episode_id bigint not null,
  plays_count bigint not null default 0,
  downloads_count bigint not null default 0,
  constraint episode_plays_pkey PRIMARY KEY (episode_id)
);

create table episode_tags (
  tag text not null,
  episode_id bigint not null,
  published_at timestamp with time zone not null,
  constraint episode_tags_pkey PRIMARY KEY (episode_id, tag),
  constraint episode_tags_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table episodes (
  episode_id bigint not null generated always as identity,
  show_id bigint not null,
  author_id bigint not null,
  type text not null,
  title text not null,
  permalink text not null,
  description text not null default ''::text,
  description_html text not null default ''::text,
  duration integer not null default 0,
  explicit boolean not null default false,
  hidden boolean not null default false,
  visibility text not null default 'PUBLIC'::text,
  limited_key text,
  download_enabled boolean not null default true,
  tags text[] not null default '{}'::text[],
  image_id bigint,
  published_at timestamp with time zone,
  auto_published_at timestamp with time zone,
  encoding_status text not null default 'PENDING'::text,
  encoding_error text,
  media_url text,
  media_type text,
  media_bytes bigint,
  waveform_key text,
  season_number integer,
  episode_number integer,
  season_episode_type text not null default 'FULL'::text,
  rss_guid text not null,
  episode_link text,
  location_latitude double precision,
  location_longitude double precision,
  ai_generated boolean not null default false,
  import_image_url text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  media_key text,
  original_key text,
  upload_key text,
  encoding_id bigint,
  source_url text,
  publish_when_ready boolean not null default false,
  media_header_bytes integer,
  media_frames integer,
  loudness_lufs real,
  encoding_progress smallint not null default 0,
  listenable boolean not null generated always as (((deleted_at IS NULL) AND (published_at IS NOT NULL) AND (NOT hidden) AND (visibility = 'PUBLIC'::text) AND ((media_key IS NOT NULL) OR ((type = 'EXTERNAL'::text) AND (media_url IS NOT NULL))) AND (type <> 'DRAFT'::text))) stored,
  image_error text,
  upload_bytes bigint,
  original_bytes bigint,
  waveform_bytes bigint,
  constraint episodes_stored_deleted TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint episodes_stored_updated TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint episodes_pkey PRIMARY KEY (episode_id),
  constraint episodes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(user_id),
  constraint episodes_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(image_id),
  constraint episodes_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint episodes_encoding_progress_check CHECK (((encoding_progress >= 0) AND (encoding_progress <= 100))),
  constraint episodes_encoding_status_check CHECK ((encoding_status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'READY'::text, 'ERROR'::text]))),
  constraint episodes_season_episode_type_check CHECK ((season_episode_type = ANY (ARRAY['FULL'::text, 'TRAILER'::text, 'BONUS'::text]))),
  constraint episodes_type_check CHECK ((type = ANY (ARRAY['DRAFT'::text, 'RECORDED'::text, 'EXTERNAL'::text, 'LIVE'::text]))),
  constraint episodes_visibility_check CHECK ((visibility = ANY (ARRAY['PUBLIC'::text, 'LIMITED'::text, 'PRIVATE'::text])))
);

create table event_marks (
  type text not null,
  subject_id bigint not null,
  level bigint not null,
  at timestamp with time zone not null default now(),
  constraint event_marks_pkey PRIMARY KEY (type, subject_id, level)
);

create table event_outbox (
  event_id bigint not null generated always as identity,
  type text not null,
  at timestamp with time zone not null default clock_timestamp(),
  show_id bigint,
  team_id bigint,
  user_id bigint,
  data jsonb not null,
  constraint event_outbox_pkey PRIMARY KEY (event_id)
);

create table events (
  sequence bigint not null generated always as identity,
  type text not null,
  at timestamp with time zone not null,
  show_id bigint,
  team_id bigint,
  user_id bigint,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (sequence)
);

create table exclusions (
  day date not null,
  episode_id bigint not null,
  reason text not null,
  requests_count bigint not null,
  constraint exclusions_pkey PRIMARY KEY (day, episode_id, reason)
);

create table explore_list_items (
  list_id bigint not null,
  edition bigint not null,
  position integer not null,
  show_id bigint not null,
  constraint explore_list_items_list_id_edition_show_id_key UNIQUE (list_id, edition, show_id),
  constraint explore_list_items_pkey PRIMARY KEY (list_id, edition, "position"),
  constraint explore_list_items_list_id_fkey FOREIGN KEY (list_id) REFERENCES explore_lists(list_id),
  constraint explore_list_items_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id) ON DELETE CASCADE
);

create table explore_lists (
  list_id bigint not null generated always as identity,
  name text not null,
  subtitle text,
  type text not null default 'shows'::text,
  countries text[] not null default '{}'::text[],
  filled_by text not null default 'hand'::text,
  edition bigint not null default 0,
  category_id integer,
  language text,
  max_age_days integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  hidden_at timestamp with time zone,
  constraint explore_lists_pkey PRIMARY KEY (list_id),
  constraint explore_lists_filled_by_check CHECK ((filled_by = ANY (ARRAY['hand'::text, 'rule'::text]))),
  constraint explore_lists_type_check CHECK ((type = 'shows'::text))
);

create table exposures (
  listener bytea not null,
  lineitem_id bigint not null,
  campaign_id bigint not null,
  digest bytea not null,
  segment smallint not null,
  at timestamp with time zone not null,
  reservation_id bigint,
  reserved_at timestamp with time zone,
  settled_at timestamp with time zone not null default now(),
  address bytea,
  network bytea
);

create table favorites (
  user_id bigint not null,
  show_id bigint not null,
  position bigint not null default nextval('favorite_positions'::regclass),
  notifications_enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  notified_since timestamp with time zone,
  constraint favorites_pkey PRIMARY KEY (user_id, show_id),
  constraint favorites_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table feed_pings (
  ping_id bigint not null generated always as identity,
  show_id bigint not null,
  kind text not null,
  target text not null,
  state text not null default 'PENDING'::text,
  attempts smallint not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint feed_pings_pkey PRIMARY KEY (ping_id),
  constraint feed_pings_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint feed_pings_kind_check CHECK ((kind = ANY (ARRAY['WEBSUB'::text, 'PODPING'::text]))),
  constraint feed_pings_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DONE'::text, 'FAILED'::text])))
);

create table feed_revisions (
  show_id bigint not null,
  revision bigint not null default nextval('revisions'::regclass),
  changed_at timestamp with time zone not null default now(),
  announced_revision bigint,
  constraint feed_revisions_pkey PRIMARY KEY (show_id),
  constraint feed_revisions_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id)
);

create table follows (
  follower_id bigint not null,
  followed_id bigint not null,
  position bigint not null default nextval('follow_positions'::regclass),
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint follows_pkey PRIMARY KEY (follower_id, followed_id),
  constraint follows_followed_id_fkey FOREIGN KEY (followed_id) REFERENCES users(user_id),
  constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(user_id),
  constraint follows_check CHECK ((follower_id <> followed_id))
);

create table history_files (
  month date not null,
  ledger text not null,
  day date not null,
  file_key text not null,
  bytes bigint not null,
  rows bigint not null,
  rows_digest bytea not null,
  version smallint not null,
  constraint history_files_pkey PRIMARY KEY (month, ledger, day),
  constraint history_files_month_fkey FOREIGN KEY (month) REFERENCES history_months(month) ON DELETE CASCADE,
  constraint history_files_ledger_check CHECK ((ledger = ANY (ARRAY['downloads'::text, 'impressions'::text, 'media_parcels'::text]))),
  constraint history_files_rows_digest_check CHECK ((length(rows_digest) = 32))
);

create table history_impressions (
  lineitem_id bigint not null,
  day date not null,
  impressions bigint not null,
  constraint history_impressions_pkey PRIMARY KEY (lineitem_id, day)
);

create table history_months (
  month date not null,
  manifest_key text,
  archived_at timestamp with time zone,
  wanted_at timestamp with time zone,
  restored_at timestamp with time zone,
  constraint history_months_pkey PRIMARY KEY (month),
  constraint history_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  body text,
  etag text,
  created_at timestamp with time zone not null default now(),
  bytes integer not null default 0,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table images (
  image_id bigint not null generated always as identity,
  original_key text not null,
  upright_key text not null,
  square_key text not null,
  feed_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null default now(),
  user_id bigint,
  bytes bigint,
  cover_key text,
  tint text,
  crop text,
  constraint images_stored TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint images_pkey PRIMARY KEY (image_id),
  constraint images_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint images_tint_check CHECK ((tint ~ '^#[0-9a-f]{6}$'::text))
);

create table import_codes (
  user_id bigint not null,
  feed_url text not null,
  code text not null,
  proved_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint import_codes_pkey PRIMARY KEY (user_id, feed_url),
  constraint import_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table imports (
  import_id bigint not null generated always as identity,
  user_id bigint not null,
  feed_url text,
  feed_body bytea,
  media text not null default 'link'::text,
  state text not null default 'PENDING'::text,
  show_id bigint,
  report jsonb,
  error text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  error_type text,
  dry_run boolean not null default false,
  constraint imports_pkey PRIMARY KEY (import_id),
  constraint imports_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint imports_media_check CHECK ((media = ANY (ARRAY['link'::text, 'copy'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text])))
);

create table impressions (
  window_start timestamp with time zone not null,
  listener bytea not null,
  digest bytea not null,
  segment smallint not null,
  correction smallint not null default 0,
  quantity smallint not null default 1,
  batch_id bigint not null,
  at timestamp with time zone not null,
  lineitem_id bigint not null,
  campaign_id bigint not null,
  team_id bigint not null,
  creative_id bigint not null,
  episode_id bigint not null,
  show_id bigint not null,
  price bigint not null,
  constraint impressions_pkey PRIMARY KEY (window_start, listener, digest, segment, correction),
  constraint impressions_quantity_check CHECK ((quantity = ANY (ARRAY['-1'::integer, 1])))
);

create table journal_marks (
  journal_id uuid not null,
  applied_bytes bigint not null,
  updated_at timestamp with time zone not null default now(),
  constraint journal_marks_pkey PRIMARY KEY (journal_id)
);

create table ledger_batches (
  batch_id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  lists text not null default ''::text,
  folded_at timestamp with time zone,
  parcel_id bigint,
  constraint ledger_batches_pkey PRIMARY KEY (batch_id)
);

create table likes (
  user_id bigint not null,
  episode_id bigint not null,
  position bigint not null default nextval('mark_positions'::regclass),
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint likes_pkey PRIMARY KEY (user_id, episode_id),
  constraint likes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE,
  constraint likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table lineitem_counts (
  lineitem_id bigint not null,
  impressions_tracked bigint not null default 0,
  revenue bigint not null default 0,
  constraint lineitem_counts_pkey PRIMARY KEY (lineitem_id)
);

create table lineitem_states (
  lineitem_id bigint not null,
  delivery_status text not null,
  constraint lineitem_states_pkey PRIMARY KEY (lineitem_id)
);

create table lineitems (
  lineitem_id bigint not null generated always as identity,
  campaign_id bigint not null,
  team_id bigint not null,
  name text not null,
  external_id text,
  notes text,
  active boolean not null default false,
  approved_at timestamp with time zone,
  canceled_at timestamp with time zone,
  priority_id smallint not null,
  start_date date not null,
  end_date date not null,
  timezone text not null default 'UTC'::text,
  auto_extend_days smallint not null default 0,
  goal_pacing text not null,
  goal_impressions bigint,
  daily_cap bigint,
  hard_cap boolean not null default false,
  share_of_voice smallint,
  price_type text not null,
  price_amount bigint not null,
  target_ads_type jsonb,
  target_midroll_position jsonb,
  target_geo jsonb,
  target_devices jsonb,
  target_os jsonb,
  target_apps jsonb,
  target_shows jsonb,
  target_episodes jsonb,
  target_categories jsonb,
  target_languages jsonb,
  target_tags jsonb,
  target_dayparts jsonb,
  frequency_cap jsonb not null default '[]'::jsonb,
  exclusions jsonb,
  max_per_download smallint not null default 1,
  third_party_impression_urls text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  constraint lineitems_pkey PRIMARY KEY (lineitem_id),
  constraint lineitems_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id),
  constraint lineitems_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(team_id),
  constraint lineitems_auto_extend_days_check CHECK (((auto_extend_days >= 0) AND (auto_extend_days <= 365))),
  constraint lineitems_check CHECK ((end_date >= start_date)),
  constraint lineitems_daily_cap_check CHECK ((daily_cap >= 1)),
  constraint lineitems_goal_impressions_check CHECK ((goal_impressions >= 1)),
  constraint lineitems_goal_pacing_check CHECK ((goal_pacing = ANY (ARRAY['PACED'::text, 'ASAP'::text, 'FRONT_LOADED'::text]))),
  constraint lineitems_max_per_download_check CHECK (((max_per_download >= 1) AND (max_per_download <= 20))),
  constraint lineitems_price_amount_check CHECK ((price_amount >= 0)),
  constraint lineitems_price_type_check CHECK ((price_type = ANY (ARRAY['CPM'::text, 'FLAT'::text, 'NONE'::text]))),
  constraint lineitems_priority_id_check CHECK ((priority_id = ANY (ARRAY[20, 30, 40, 50, 60, 70]))),
  constraint lineitems_share_of_voice_check CHECK (((share_of_voice >= 1) AND (share_of_voice <= 100))),
  constraint lineitems_third_party_impression_urls_check CHECK ((cardinality(third_party_impression_urls) <= 3))
);

create table listed_networks (
  network cidr not null,
  kind text not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  validated_at timestamp with time zone not null default now(),
  constraint listed_networks_pkey PRIMARY KEY (network),
  constraint listed_networks_kind_check CHECK ((kind = ANY (ARRAY['shared'::text, 'excluded'::text])))
);

create table listener_secrets (
  secret_id integer not null generated always as identity,
  secret bytea not null,
  valid_from timestamp with time zone not null,
  constraint listener_secrets_valid_from_key UNIQUE (valid_from),
  constraint listener_secrets_pkey PRIMARY KEY (secret_id)
);

create table listening_progress (
  user_id bigint not null,
  episode_id bigint not null,
  position_ms integer not null default 0,
  is_played boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint listening_progress_pkey PRIMARY KEY (user_id, episode_id),
  constraint listening_progress_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id),
  constraint listening_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint listening_progress_position_ms_check CHECK ((position_ms >= 0))
);

create table mail_announcements (
  episode_id bigint not null,
  user_id bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint mail_announcements_pkey PRIMARY KEY (episode_id),
  constraint mail_announcements_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table media_parcels (
  day timestamp with time zone not null,
  slice smallint not null,
  records integer not null,
  lines bytea not null
);

create table media_records (
  at timestamp with time zone not null,
  episode_id bigint not null,
  digest bytea,
  listener bytea not null,
  address bytea,
  method text not null,
  status smallint not null,
  purpose text not null,
  sent int8multirange not null,
  probe boolean not null default false,
  preview boolean not null default false,
  user_agent text not null default ''::text,
  referrer text,
  country text,
  network text not null,
  exclusion text
);

create table message_reports (
  message_id bigint not null,
  user_id bigint not null,
  reason text,
  created_at timestamp with time zone not null default now(),
  resolved_at timestamp with time zone,
  decision text,
  decided_by bigint,
  constraint message_reports_pkey PRIMARY KEY (message_id, user_id),
  constraint message_reports_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(message_id) ON DELETE CASCADE,
  constraint message_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table messages (
  message_id bigint not null generated always as identity,
  episode_id bigint not null,
  author_id bigint not null,
  text text not null,
  client_id text,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  hidden_at timestamp with time zone,
  reply_to_id bigint,
  settled_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (message_id),
  constraint messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(user_id),
  constraint messages_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(client_id),
  constraint messages_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table notification_settings (
  user_id bigint not null,
  frequency text not null default 'OFF'::text,
  weekday smallint not null default 1,
  hour smallint not null default 8,
  quiet_from smallint,
  quiet_to smallint,
  asked_at timestamp with time zone,
  email text,
  confirmed_at timestamp with time zone,
  due_at timestamp with time zone,
  attempts smallint not null default 0,
  claims bigint not null default 0,
  mailed_at timestamp with time zone,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint notification_settings_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  constraint notification_settings_check1 CHECK ((quiet_from <> quiet_to)),
  constraint notification_settings_frequency_check CHECK ((frequency = ANY (ARRAY['OFF'::text, 'AT_ONCE'::text, 'DAILY'::text, 'WEEKLY'::text]))),
  constraint notification_settings_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint notification_settings_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 23))),
  constraint notification_settings_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table oauth_clients (
  client_id text not null,
  secret_hash text,
  name text not null,
  redirect_uris text[] not null,
  owner_id bigint,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (client_id),
  constraint oauth_clients_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(user_id)
);

create table oauth_keys (
  kid text not null,
  use text not null,
  jwk jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint oauth_keys_pkey PRIMARY KEY (kid),
  constraint oauth_keys_use_check CHECK ((use = ANY (ARRAY['sig'::text, 'cookie'::text])))
);

create table oauth_records (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  user_id bigint,
  client_id text,
  grant_id text,
  uid text,
  user_code_hash bytea,
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint oauth_records_pkey PRIMARY KEY (kind, id_hash),
  constraint oauth_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table opportunities (
  at timestamp with time zone not null,
  process uuid not null,
  seen integer not null,
  samples jsonb not null,
  constraint opportunities_pkey PRIMARY KEY (at, process)
);

create table organization_members (
  organization_id bigint not null,
  user_id bigint not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint organization_members_pkey PRIMARY KEY (organization_id, user_id),
  constraint organization_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id),
  constraint organization_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint organization_members_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'analyst'::text, 'ad_manager'::text])))
);

create table organization_networks (
  user_id bigint not null,
  organization_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint organization_networks_pkey PRIMARY KEY (user_id),
  constraint organization_networks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id),
  constraint organization_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table organizations (
  organization_id bigint not null generated always as identity,
  name text not null,
  description text not null default ''::text,
  image_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  download_window text not null default 'day'::text,
  constraint organizations_pkey PRIMARY KEY (organization_id),
  constraint organizations_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(image_id),
  constraint organizations_download_window_check CHECK ((download_window = ANY (ARRAY['day'::text, 'first-touch'::text])))
);

create table owned_jobs (
  job_id bigint not null generated always as identity,
  kind text not null,
  name text not null,
  owner text not null,
  receiver text,
  key text,
  payload jsonb not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  run_at timestamp with time zone not null default now(),
  locked_by text,
  created_at timestamp with time zone not null default now(),
  last_error text,
  constraint owned_jobs_key_key UNIQUE (key),
  constraint owned_jobs_pkey PRIMARY KEY (job_id)
);

create table owner_turns (
  kind text not null,
  owner text not null,
  taken_at timestamp with time zone not null,
  constraint owner_turns_pkey PRIMARY KEY (kind, owner)
);

create table pacing (
  lineitem_id bigint not null,
  probability double precision not null default 1,
  urgency double precision not null default 0,
  yield double precision not null default 0.8,
  on_track boolean not null default true,
  room bigint,
  room_limit text,
  allowance bigint,
  counted_to bigint,
  rhythm real[],
  learned_at timestamp with time zone,
  released bigint not null default 0,
  updated_at timestamp with time zone not null default now(),
  due bigint,
  projected bigint,
  constraint pacing_pkey PRIMARY KEY (lineitem_id),
  constraint pacing_lineitem_id_fkey FOREIGN KEY (lineitem_id) REFERENCES lineitems(lineitem_id),
  constraint pacing_probability_check CHECK (((probability >= (0)::double precision) AND (probability <= (1)::double precision))),
  constraint pacing_yield_check CHECK (((yield >= (0)::double precision) AND (yield <= (1)::double precision)))
);

create table parcel_feed (
  only_row boolean not null default true,
  source_id uuid not null default gen_random_uuid(),
  feed_id uuid,
  constraint parcel_feed_pkey PRIMARY KEY (only_row),
  constraint parcel_feed_only_row_check CHECK (only_row)
);

create table parcels (
  parcel_id bigint not null generated always as identity,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  ad_events bigint,
  audience_events bigint,
  constraint parcels_pkey PRIMARY KEY (parcel_id)
);

create table password_resets (
  code_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (code_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table pins (
  listener bytea not null,
  episode_id bigint not null,
  media_digest bytea not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint pins_pkey PRIMARY KEY (listener, episode_id, media_digest)
);

create table pixel_counts (
  lineitem_id bigint not null,
  day date not null,
  sent bigint not null default 0,
  failed bigint not null default 0,
  constraint pixel_counts_pkey PRIMARY KEY (lineitem_id, day)
);

create table pixels (
  pixel_id bigint not null generated always as identity,
  lineitem_id bigint not null,
  url text not null,
  attempts smallint not null default 0,
  next_at timestamp with time zone not null default now(),
  constraint pixels_pkey PRIMARY KEY (pixel_id)
);

create table purged_changes (
  only_one boolean not null default true,
  xid xid8 not null,
  constraint purged_changes_pkey PRIMARY KEY (only_one),
  constraint purged_changes_only_one_check CHECK (only_one)
);

create table ranked_shows (
  category_id integer not null,
  show_id bigint not null,
  from_version integer not null default 0,
  until_version integer not null default 2147483647,
  score integer not null default 0,
  constraint ranked_shows_pkey PRIMARY KEY (show_id, category_id, from_version),
  constraint ranked_shows_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id) ON DELETE CASCADE,
  constraint ranked_shows_score_check CHECK (((score >= 0) AND (score <= 10000)))
);

create table rankings (
  version integer not null,
  published_at timestamp with time zone,
  constraint rankings_pkey PRIMARY KEY (version),
  constraint rankings_version_check CHECK (((version >= 0) AND (version <= 2147483646)))
);

create table record_changes (
  xid xid8 not null default pg_current_xact_id(),
  subject text not null,
  at timestamp with time zone not null default clock_timestamp()
);

create table recounts (
  recount_id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  first_day date not null,
  last_day date not null,
  lists text not null,
  downloads_before bigint not null,
  downloads_after bigint not null,
  impressions_before bigint not null,
  impressions_after bigint not null,
  constraint recounts_pkey PRIMARY KEY (recount_id)
);

create table removed_chapters (
  chapter_id bigint not null,
  episode_id bigint not null,
  starts_at integer not null,
  constraint removed_chapters_pkey PRIMARY KEY (chapter_id),
  constraint removed_chapters_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table rendition_bases (
  base_id bigint not null generated always as identity,
  episode_id bigint not null,
  content bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint rendition_bases_pkey PRIMARY KEY (base_id),
  constraint rendition_bases_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id)
);

create table rendition_files (
  media_key text not null,
  digest bytea not null,
  constraint rendition_files_pkey PRIMARY KEY (media_key, digest),
  constraint rendition_files_digest_fkey FOREIGN KEY (digest) REFERENCES renditions(digest) ON DELETE CASCADE
);

create table renditions (
  digest bytea not null,
  episode_id bigint not null,
  media_key text not null,
  head bytea not null,
  segments jsonb not null,
  bytes bigint not null,
  programme_bytes bigint not null,
  bytes_per_minute integer not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  base_id bigint,
  packed bytea,
  constraint renditions_pkey PRIMARY KEY (digest),
  constraint renditions_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id),
  constraint renditions_digest_check CHECK ((octet_length(digest) = 32))
);

create table report_mails (
  mail_id bigint not null generated always as identity,
  report_id bigint not null,
  user_id bigint not null,
  due_at timestamp with time zone not null,
  day date,
  state text not null default 'PENDING'::text,
  reason text,
  attempts smallint not null default 0,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint report_mails_report_id_user_id_day_key UNIQUE (report_id, user_id, day),
  constraint report_mails_pkey PRIMARY KEY (mail_id),
  constraint report_mails_report_id_fkey FOREIGN KEY (report_id) REFERENCES saved_reports(report_id) ON DELETE CASCADE,
  constraint report_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint report_mails_reason_check CHECK ((reason = ANY (ARRAY['LEFT'::text, 'UNCONFIRMED'::text, 'UNSUBSCRIBED'::text, 'STOPPED'::text, 'REFUSED'::text, 'UNREACHABLE'::text, 'UNANSWERED'::text, 'REPORT'::text, 'NO_MAIL'::text]))),
  constraint report_mails_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'SKIPPED'::text, 'FAILED'::text])))
);

create table report_optouts (
  report_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  constraint report_optouts_pkey PRIMARY KEY (report_id, user_id),
  constraint report_optouts_report_id_fkey FOREIGN KEY (report_id) REFERENCES saved_reports(report_id) ON DELETE CASCADE,
  constraint report_optouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table report_recipients (
  report_id bigint not null,
  user_id bigint not null,
  constraint report_recipients_pkey PRIMARY KEY (report_id, user_id),
  constraint report_recipients_report_id_fkey FOREIGN KEY (report_id) REFERENCES report_schedules(report_id) ON DELETE CASCADE,
  constraint report_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table report_schedules (
  report_id bigint not null,
  frequency text not null,
  weekday smallint,
  day smallint,
  hour smallint not null,
  timezone text not null,
  next_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  revision bigint not null default nextval('revisions'::regclass),
  constraint report_schedules_pkey PRIMARY KEY (report_id),
  constraint report_schedules_report_id_fkey FOREIGN KEY (report_id) REFERENCES saved_reports(report_id) ON DELETE CASCADE,
  constraint report_schedules_check CHECK (((frequency = 'WEEKLY'::text) = (weekday IS NOT NULL))),
  constraint report_schedules_check1 CHECK (((frequency = 'MONTHLY'::text) = (day IS NOT NULL))),
  constraint report_schedules_check2 CHECK (((next_at IS NULL) = (reason IS NOT NULL))),
  constraint report_schedules_day_check CHECK (((day >= 1) AND (day <= 31))),
  constraint report_schedules_frequency_check CHECK ((frequency = ANY (ARRAY['DAILY'::text, 'WEEKLY'::text, 'MONTHLY'::text]))),
  constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint report_schedules_reason_check CHECK ((reason = 'OWNER_RIGHTS'::text)),
  constraint report_schedules_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table reservations (
  digest bytea,
  segment smallint,
  listener bytea not null,
  reservation_id bigint not null generated always as identity,
  lineitem_id bigint not null,
  campaign_id bigint not null,
  reserved_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  flowing_at timestamp with time zone,
  address bytea,
  network bytea,
  network_kind text,
  constraint reservations_digest_segment_listener_key UNIQUE (digest, segment, listener),
  constraint reservations_pkey PRIMARY KEY (reservation_id),
  constraint reservations_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id),
  constraint reservations_lineitem_id_fkey FOREIGN KEY (lineitem_id) REFERENCES lineitems(lineitem_id),
  constraint reservations_check CHECK (((digest IS NULL) = (segment IS NULL)))
);

create table rollup_rebuilds (
  month date not null,
  constraint rollup_rebuilds_pkey PRIMARY KEY (month)
);

create table rollup_state (
  only_row boolean not null default true,
  closed_until date not null,
  constraint rollup_state_pkey PRIMARY KEY (only_row),
  constraint rollup_state_only_row_check CHECK (only_row)
);

create table saved_reports (
  report_id bigint not null generated always as identity,
  team_id bigint not null,
  user_id bigint not null,
  name text not null,
  period text not null,
  first_day date,
  last_day date,
  dimensions text[] not null,
  advertiser_id bigint,
  campaign_id bigint,
  lineitem_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  revision bigint not null default nextval('revisions'::regclass),
  constraint saved_reports_pkey PRIMARY KEY (report_id),
  constraint saved_reports_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(team_id),
  constraint saved_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint saved_reports_check CHECK (((period = 'custom'::text) = ((first_day IS NOT NULL) AND (last_day IS NOT NULL))))
);

create table saved_views (
  view_id bigint not null generated always as identity,
  user_id bigint not null,
  list text not null,
  name text not null,
  params text not null,
  created_at timestamp with time zone not null default now(),
  constraint saved_views_user_id_list_name_key UNIQUE (user_id, list, name),
  constraint saved_views_pkey PRIMARY KEY (view_id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table schema_functions (
  name text not null,
  revision integer not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_functions_pkey PRIMARY KEY (name)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  kind text,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table search_episodes (
  episode_id bigint not null,
  title text not null,
  level text not null,
  rank real not null,
  published_at timestamp with time zone,
  duration integer not null,
  lexemes tsvector not null,
  places tsvector not null,
  padding text not null,
  constraint search_episodes_pkey PRIMARY KEY (episode_id),
  constraint search_episodes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id) ON DELETE CASCADE
);

create table search_languages (
  language text not null,
  constraint search_languages_pkey PRIMARY KEY (language)
);

create table search_levels (
  kind text not null,
  level text not null,
  floor real not null,
  constraint search_levels_pkey PRIMARY KEY (kind, level),
  constraint search_levels_kind_check CHECK ((kind = ANY (ARRAY['shows'::text, 'episodes'::text])))
);

create table search_repairs (
  kind text not null,
  after text not null default ''::text,
  constraint search_repairs_pkey PRIMARY KEY (kind),
  constraint search_repairs_kind_check CHECK ((kind = ANY (ARRAY['shows'::text, 'episodes'::text, 'words'::text])))
);

create table search_shows (
  show_id bigint not null,
  title text not null,
  level text not null,
  rank real not null,
  published_at timestamp with time zone,
  lexemes tsvector not null,
  places tsvector not null,
  padding text not null,
  constraint search_shows_pkey PRIMARY KEY (show_id),
  constraint search_shows_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id) ON DELETE CASCADE
);

create table search_words (
  word text not null,
  documents integer not null default 0,
  edits text[] not null
);

create table sessions (
  session_id bigint not null generated always as identity,
  secret_hash bytea not null,
  user_id bigint not null,
  browser text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table setup_codes (
  is_only boolean not null default true,
  code_hash bytea not null,
  made_at timestamp with time zone not null,
  constraint setup_codes_pkey PRIMARY KEY (is_only),
  constraint setup_codes_is_only_check CHECK (is_only)
);

create table show_collaborators (
  show_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint show_collaborators_pkey PRIMARY KEY (show_id, user_id),
  constraint show_collaborators_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint show_collaborators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table show_counts (
  show_id bigint not null,
  listenable_episodes_count integer not null default 0,
  editable_episodes_count integer not null default 0,
  followers_count integer not null default 0,
  last_episode_at timestamp with time zone,
  likes_count integer not null default 0,
  constraint show_counts_pkey PRIMARY KEY (show_id),
  constraint show_counts_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id)
);

create table show_feed_tags (
  show_id bigint not null,
  noun text not null,
  value jsonb not null,
  constraint show_feed_tags_pkey PRIMARY KEY (show_id, noun),
  constraint show_feed_tags_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id)
);

create table show_feeds (
  show_id bigint not null,
  mode text not null default 'AUTO'::text,
  prepend_url text,
  redirect_url text,
  show_email boolean not null default false,
  item_limit integer,
  constraint show_feeds_pkey PRIMARY KEY (show_id),
  constraint show_feeds_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id),
  constraint show_feeds_check CHECK (((mode <> 'REDIRECT'::text) OR (redirect_url IS NOT NULL))),
  constraint show_feeds_item_limit_check CHECK ((item_limit > 0)),
  constraint show_feeds_mode_check CHECK ((mode = ANY (ARRAY['AUTO'::text, 'REDIRECT'::text, 'DISABLED'::text])))
);

create table show_jumps (
  show_id bigint not null,
  day date not null,
  total bigint not null,
  usual bigint not null,
  constraint show_jumps_pkey PRIMARY KEY (show_id, day),
  constraint show_jumps_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id) ON DELETE CASCADE
);

create table show_plays (
  show_id bigint not null,
  plays_count bigint not null default 0,
  downloads_count bigint not null default 0,
  constraint show_plays_pkey PRIMARY KEY (show_id)
);

create table show_signals (
  show_id bigint not null,
  listeners double precision,
  completion double precision,
  constraint show_signals_pkey PRIMARY KEY (show_id),
  constraint show_signals_show_id_fkey FOREIGN KEY (show_id) REFERENCES shows(show_id) ON DELETE CASCADE,
  constraint show_signals_completion_check CHECK (((completion >= (0)::double precision) AND (completion <= (1)::double precision))),
  constraint show_signals_listeners_check CHECK ((listeners >= (0)::double precision))
);

create table shows (
  show_id bigint not null generated always as identity,
  author_id bigint not null,
  title text not null,
  permalink text not null,
  description text not null default ''::text,
  description_html text not null default ''::text,
  episode_description_footer_html text,
  language text not null,
  category_id integer,
  category_2_id integer,
  category_3_id integer,
  explicit boolean not null default false,
  itunes_type text not null default 'episodic'::text,
  episodes_sorting text not null default 'newest'::text,
  visibility text not null default 'PUBLIC'::text,
  limited_key text,
  email text,
  website_url text,
  socialnet1_url text,
  socialnet1_page_id text,
  socialnet1_page_name text,
  socialnet2_name text,
  voipchat_name text,
  tel_number text,
  sms_number text,
  owner_name text,
  author_name text,
  copyright text,
  guid uuid not null,
  image_id bigint,
  import_feed_url text,
  import_image_url text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  delivery_profile text not null default 'mp3-128-stereo'::text,
  loudness_normalisation boolean not null default true,
  quality real not null default 0,
  default_breaks jsonb,
  image_error text,
  timezone text,
  constraint shows_pkey PRIMARY KEY (show_id),
  constraint shows_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(user_id),
  constraint shows_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(image_id),
  constraint shows_episodes_sorting_check CHECK ((episodes_sorting = ANY (ARRAY['newest'::text, 'oldest'::text]))),
  constraint shows_itunes_type_check CHECK ((itunes_type = ANY (ARRAY['episodic'::text, 'serial'::text]))),
  constraint shows_visibility_check CHECK ((visibility = ANY (ARRAY['PUBLIC'::text, 'LIMITED'::text, 'PRIVATE'::text])))
);

create table site_identity (
  only_one boolean not null default true,
  name text,
  tagline text,
  accent text,
  about text,
  logo bytea,
  imprint text,
  privacy text,
  contact text,
  constraint site_identity_pkey PRIMARY KEY (only_one),
  constraint site_identity_about_check CHECK ((char_length(about) <= 5000)),
  constraint site_identity_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint site_identity_logo_check CHECK ((octet_length(logo) <= 65536)),
  constraint site_identity_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint site_identity_only_one_check CHECK (only_one),
  constraint site_identity_tagline_check CHECK ((char_length(tagline) <= 140))
);

create table stale_ages (
  stale_id bigint not null generated always as identity,
  episode_id bigint not null,
  constraint stale_ages_pkey PRIMARY KEY (stale_id)
);

create table stitched_files (
  media_key text not null,
  used_on date not null,
  constraint stitched_files_pkey PRIMARY KEY (media_key)
);

create table storage_plans (
  plan text not null,
  bytes bigint,
  constraint storage_plans_pkey PRIMARY KEY (plan),
  constraint storage_plans_bytes_check CHECK ((bytes >= 0))
);

create table storage_use (
  user_id bigint not null,
  bytes bigint not null default 0,
  unswept_bytes bigint not null default 0,
  constraint storage_use_pkey PRIMARY KEY (user_id),
  constraint storage_use_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table suppressed_addresses (
  digest bytea not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint suppressed_addresses_pkey PRIMARY KEY (digest),
  constraint suppressed_addresses_digest_check CHECK ((length(digest) = 32)),
  constraint suppressed_addresses_reason_check CHECK ((reason = ANY (ARRAY['UNSUBSCRIBED'::text, 'REFUSED'::text])))
);

create table suspect_origins (
  origin bytea not null,
  vain integer not null,
  delivered integer not null,
  judged_at timestamp with time zone not null,
  constraint suspect_origins_pkey PRIMARY KEY (origin)
);

create table teams (
  team_id bigint not null generated always as identity,
  organization_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint teams_organization_id_key UNIQUE (organization_id),
  constraint teams_pkey PRIMARY KEY (team_id),
  constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id)
);

create table tokens (
  token_hash bytea not null,
  user_id bigint not null,
  scope text not null default 'basic'::text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  token_id bigint not null generated always as identity,
  name text not null default ''::text,
  last_used_at timestamp with time zone,
  constraint tokens_token_id_key UNIQUE (token_id),
  constraint tokens_pkey PRIMARY KEY (token_hash),
  constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table touches (
  listener bytea not null,
  episode_id bigint not null,
  window_start timestamp with time zone not null,
  constraint touches_pkey PRIMARY KEY (listener, episode_id, window_start)
);

create table transcripts (
  transcript_id bigint not null generated always as identity,
  episode_id bigint not null,
  type text not null,
  language text,
  rel text,
  url text,
  media_key text,
  bytes bigint,
  created_at timestamp with time zone not null default now(),
  user_id bigint,
  constraint transcripts_stored TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint transcripts_pkey PRIMARY KEY (transcript_id),
  constraint transcripts_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(episode_id),
  constraint transcripts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint transcripts_check CHECK (((url IS NULL) <> (media_key IS NULL)))
);

create table unrealistic_addresses (
  day date not null,
  address bytea not null,
  downloads integer not null,
  found_at timestamp with time zone not null default now(),
  constraint unrealistic_addresses_pkey PRIMARY KEY (day, address)
);

create table uploads (
  upload_id text not null,
  user_id bigint not null,
  info jsonb not null,
  created_at timestamp with time zone not null,
  bytes bigint not null default 0,
  held_bytes bigint not null default 0,
  held_at timestamp with time zone not null default now(),
  constraint uploads_stored TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint uploads_pkey PRIMARY KEY (upload_id),
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table user_collaborators (
  network_user_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint user_collaborators_pkey PRIMARY KEY (network_user_id, user_id),
  constraint user_collaborators_network_user_id_fkey FOREIGN KEY (network_user_id) REFERENCES users(user_id),
  constraint user_collaborators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table user_counts (
  user_id bigint not null,
  followers_count integer not null default 0,
  followings_count integer not null default 0,
  constraint user_counts_pkey PRIMARY KEY (user_id),
  constraint user_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table users (
  user_id bigint not null generated always as identity,
  username text not null,
  fullname text not null,
  description text not null default ''::text,
  email text not null,
  password_hash text,
  is_admin boolean not null default false,
  plan text not null default 'basic'::text,
  verified boolean not null default false,
  contact_email text,
  website_url text,
  location text,
  location_latitude double precision,
  location_longitude double precision,
  gender text,
  birthday date,
  show_age boolean not null default false,
  content_languages text[] not null default '{}'::text[],
  timezone text,
  favorites_public boolean not null default true,
  image_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision bigint not null default nextval('revisions'::regclass),
  socialnet1_permalink text,
  socialnet2_username text,
  language text,
  erased_at timestamp with time zone,
  suspended_at timestamp with time zone,
  suspension_reason text,
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(image_id)
);

create table webhook_cursor (
  only_one boolean not null default true,
  sequence bigint not null,
  constraint webhook_cursor_pkey PRIMARY KEY (only_one),
  constraint webhook_cursor_only_one_check CHECK (only_one)
);

create table webhook_deliveries (
  delivery_id bigint not null generated always as identity,
  webhook_id bigint not null,
  sequence bigint,
  type text not null,
  at timestamp with time zone not null,
  subject text not null,
  state text not null default 'PENDING'::text,
  attempts smallint not null default 0,
  next_at timestamp with time zone not null,
  sending_until timestamp with time zone,
  attempted_at timestamp with time zone,
  status smallint,
  error text,
  duration integer,
  created_at timestamp with time zone not null default now(),
  delivered_at timestamp with time zone,
  constraint webhook_deliveries_webhook_id_sequence_key UNIQUE (webhook_id, sequence),
  constraint webhook_deliveries_pkey PRIMARY KEY (delivery_id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(webhook_id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);

create table webhooks (
  webhook_id bigint not null generated always as identity,
  user_id bigint not null,
  url text not null,
  types text[] not null default '{}'::text[],
  format text not null default 'STANDARD'::text,
  nonce bytea not null,
  previous_nonce bytea,
  previous_until timestamp with time zone,
  after_sequence bigint not null,
  status text not null default 'ENABLED'::text,
  reason text,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  paused_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  revision bigint not null default nextval('revisions'::regclass),
  is_asymmetric boolean not null default false,
  constraint webhooks_pkey PRIMARY KEY (webhook_id),
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint webhooks_check CHECK (((status = 'DISABLED'::text) = (reason IS NOT NULL))),
  constraint webhooks_format_check CHECK ((format = ANY (ARRAY['STANDARD'::text, 'SLACK'::text, 'DISCORD'::text]))),
  constraint webhooks_reason_check CHECK ((reason = ANY (ARRAY['OWNER'::text, 'GONE'::text, 'FAILING'::text]))),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text])))
);

CREATE INDEX accruals_batch_id ON public.accruals USING btree (batch_id);
CREATE INDEX ad_details_start ON public.ad_details USING btree (start);
CREATE INDEX ad_rollups_parent ON ONLY public.ad_rollups USING btree (level, parent_id, span, start) INCLUDE (id, impressions, revenue);
CREATE INDEX advertisers_team_id ON public.advertisers USING btree (team_id, advertiser_id) WHERE (deleted_at IS NULL);
CREATE INDEX annotations_show_at ON public.annotations USING btree (show_id, at, annotation_id);
CREATE INDEX annotations_user_id ON public.annotations USING btree (user_id);
CREATE INDEX announcements_unfinished ON public.announcements USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX attempts_last_at ON public.attempts USING btree (last_at);
CREATE INDEX audience_mail_settings_due ON public.audience_mail_settings USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX audience_mail_settings_jumps ON public.audience_mail_settings USING btree (user_id) WHERE jumps;
CREATE INDEX audience_mails_created ON public.audience_mails USING btree (created_at);
CREATE INDEX audience_mails_of_show ON public.audience_mails USING btree (show_id) WHERE (show_id IS NOT NULL);
CREATE INDEX audience_mails_waiting ON public.audience_mails USING btree (next_at) WHERE (state = 'PENDING'::text);
CREATE INDEX audience_rollups_parent ON ONLY public.audience_rollups USING btree (level, parent_id, span, start) INCLUDE (id, plays, downloads);
CREATE INDEX audit_entries_at ON public.audit_entries USING brin (at) WITH (pages_per_range='16');
CREATE INDEX audit_entries_of_actor ON public.audit_entries USING btree (actor_id, entry_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entries_of_subject ON public.audit_entries USING btree (subject, subject_id, entry_id);
CREATE INDEX backups_began_at ON public.backups USING btree (began_at);
CREATE INDEX blocks_blocker ON public.blocks USING btree (blocker_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX bookmarks_user_position ON public.bookmarks USING btree (user_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX campaigns_advertiser_id ON public.campaigns USING btree (advertiser_id);
CREATE INDEX campaigns_share_digest ON public.campaigns USING btree (share_digest) WHERE (share_digest IS NOT NULL);
CREATE INDEX campaigns_team_id ON public.campaigns USING btree (team_id, campaign_id) WHERE (deleted_at IS NULL);
CREATE INDEX chapters_image_id ON public.chapters USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX creative_files_media_key ON public.creative_files USING btree (media_key);
CREATE INDEX creatives_lineitem_id ON public.creatives USING btree (lineitem_id);
CREATE INDEX creatives_making ON public.creatives USING btree (creative_id) WHERE ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])) AND (deleted_at IS NULL));
CREATE INDEX creatives_unmeasured ON public.creatives USING btree (creative_id) WHERE ((upload_key IS NOT NULL) AND (upload_bytes IS NULL));
CREATE INDEX creatives_upload_key ON public.creatives USING btree (upload_key);
CREATE INDEX cuts_found_at ON public.cuts USING btree (found_at);
CREATE INDEX decision_counts_hour ON public.decision_counts USING brin (hour);
CREATE INDEX delayed_pushes_due ON public.delayed_pushes USING btree (due_at, episode_id);
CREATE INDEX delayed_pushes_of_episode ON public.delayed_pushes USING btree (episode_id);
CREATE INDEX devices_of_user ON public.devices USING btree (user_id, device_id);
CREATE INDEX downloads_batch_id ON ONLY public.downloads USING btree (batch_id);
CREATE INDEX edge_log_objects_failed ON public.edge_log_objects USING btree (finished_at) WHERE (failure IS NOT NULL);
CREATE INDEX edge_log_objects_name ON public.edge_log_objects USING btree (name);
CREATE INDEX edge_removals_due_at ON public.edge_removals USING btree (due_at);
CREATE INDEX episode_mails_created ON public.episode_mails USING btree (created_at);
CREATE INDEX episode_mails_of_episode ON public.episode_mails USING btree (episode_id);
CREATE INDEX episode_mails_waiting ON public.episode_mails USING btree (user_id) WHERE (mailed_at IS NULL);
CREATE INDEX episode_tags_newest ON public.episode_tags USING btree (tag, published_at DESC, episode_id DESC);
CREATE INDEX episodes_author_editable ON public.episodes USING btree (author_id, published_at DESC, episode_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX episodes_author_listenable ON public.episodes USING btree (author_id, published_at DESC, episode_id DESC) WHERE listenable;
CREATE INDEX episodes_image_id ON public.episodes USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX episodes_in_the_making ON public.episodes USING btree (episode_id) WHERE ((encoding_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX episodes_media_key ON public.episodes USING hash (media_key);
CREATE INDEX episodes_original_key ON public.episodes USING hash (original_key);
CREATE INDEX episodes_scheduled ON public.episodes USING btree (auto_published_at) WHERE ((auto_published_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX episodes_show_dated ON public.episodes USING btree (show_id, COALESCE(published_at, auto_published_at), episode_id) WHERE (deleted_at IS NULL);
CREATE INDEX episodes_show_editable ON public.episodes USING btree (show_id, published_at DESC, episode_id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX episodes_show_guid_key ON public.episodes USING btree (show_id, rss_guid) WHERE (deleted_at IS NULL);
CREATE INDEX episodes_show_listenable ON public.episodes USING btree (show_id, published_at DESC, episode_id DESC) WHERE listenable;
CREATE INDEX episodes_show_unready ON public.episodes USING btree (show_id, episode_id) WHERE ((deleted_at IS NULL) AND (type <> 'DRAFT'::text) AND (encoding_status <> 'READY'::text));
CREATE INDEX episodes_unmeasured ON public.episodes USING btree (episode_id) WHERE (((original_key IS NOT NULL) AND (original_bytes IS NULL)) OR ((waveform_key IS NOT NULL) AND (waveform_bytes IS NULL)) OR ((upload_key IS NOT NULL) AND (upload_bytes IS NULL)));
CREATE INDEX episodes_upload_key ON public.episodes USING hash (upload_key);
CREATE INDEX episodes_waveform_key ON public.episodes USING hash (waveform_key);
CREATE INDEX events_at ON public.events USING brin (at) WITH (pages_per_range='16');
CREATE INDEX explore_list_items_show_id ON public.explore_list_items USING btree (show_id);
CREATE INDEX exposures_listener ON public.exposures USING btree (listener);
CREATE INDEX exposures_network ON public.exposures USING btree (network, settled_at) WHERE (network IS NOT NULL);
CREATE INDEX exposures_reservation_id ON public.exposures USING btree (reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX exposures_settled_at ON public.exposures USING btree (settled_at);
CREATE INDEX favorites_told ON public.favorites USING btree (show_id, user_id) WHERE ((removed_at IS NULL) AND notifications_enabled);
CREATE INDEX favorites_user_position ON public.favorites USING btree (user_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX feed_pings_show_id ON public.feed_pings USING btree (show_id, ping_id DESC);
CREATE INDEX feed_revisions_unannounced ON public.feed_revisions USING btree (show_id) WHERE (announced_revision IS DISTINCT FROM revision);
CREATE INDEX follows_followed ON public.follows USING btree (followed_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX follows_followed_created ON public.follows USING btree (followed_id, created_at) WHERE (removed_at IS NULL);
CREATE INDEX follows_follower ON public.follows USING btree (follower_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX history_files_file_key ON public.history_files USING btree (file_key);
CREATE INDEX history_impressions_day ON public.history_impressions USING btree (day);
CREATE INDEX history_months_manifest_key ON public.history_months USING btree (manifest_key);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (user_id, created_at DESC, key) INCLUDE (bytes, status);
CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);
CREATE INDEX images_cover_key ON public.images USING hash (cover_key);
CREATE INDEX images_feed_key ON public.images USING hash (feed_key);
CREATE INDEX images_original_key ON public.images USING hash (original_key);
CREATE INDEX images_square_key ON public.images USING hash (square_key);
CREATE INDEX images_unmeasured ON public.images USING btree (image_id) WHERE (bytes IS NULL);
CREATE INDEX images_upright_key ON public.images USING hash (upright_key);
CREATE INDEX imports_user_id ON public.imports USING btree (user_id, import_id DESC);
CREATE INDEX impressions_batch_id ON ONLY public.impressions USING btree (batch_id);
CREATE INDEX ledger_batches_parcel_id ON public.ledger_batches USING btree (parcel_id) WHERE (parcel_id IS NOT NULL);
CREATE INDEX ledger_batches_unfolded ON public.ledger_batches USING btree (batch_id) WHERE (folded_at IS NULL);
CREATE INDEX ledger_batches_unpacked ON public.ledger_batches USING btree (batch_id) WHERE (parcel_id IS NULL);
CREATE INDEX likes_episode_created ON public.likes USING btree (episode_id, created_at) WHERE (removed_at IS NULL);
CREATE INDEX likes_episode_position ON public.likes USING btree (episode_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX likes_user_position ON public.likes USING btree (user_id, "position" DESC) WHERE (removed_at IS NULL);
CREATE INDEX lineitems_campaign_id ON public.lineitems USING btree (campaign_id, lineitem_id);
CREATE INDEX lineitems_running ON public.lineitems USING btree (end_date) WHERE (active AND (canceled_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX lineitems_team_id ON public.lineitems USING btree (team_id, lineitem_id) WHERE (deleted_at IS NULL);
CREATE INDEX listening_progress_episode_id ON public.listening_progress USING btree (episode_id);
CREATE INDEX listening_progress_user_updated ON public.listening_progress USING btree (user_id, updated_at DESC);
CREATE INDEX mail_announcements_unfinished ON public.mail_announcements USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX media_parcels_slice ON ONLY public.media_parcels USING btree (slice);
CREATE INDEX media_records_at ON ONLY public.media_records USING brin (at);
CREATE INDEX message_reports_open ON public.message_reports USING btree (message_id) WHERE (resolved_at IS NULL);
CREATE INDEX messages_answers ON public.messages USING btree (episode_id, author_id, message_id) WHERE (deleted_at IS NULL);
CREATE INDEX messages_author_id ON public.messages USING btree (author_id);
CREATE INDEX messages_episode ON public.messages USING btree (episode_id, message_id DESC) WHERE ((deleted_at IS NULL) AND (hidden_at IS NULL));
CREATE INDEX messages_replies ON public.messages USING btree (reply_to_id, author_id) WHERE ((reply_to_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX notification_settings_due ON public.notification_settings USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX oauth_clients_owner_id ON public.oauth_clients USING btree (owner_id) WHERE (deleted_at IS NULL);
CREATE INDEX oauth_records_expires_at ON public.oauth_records USING btree (expires_at);
CREATE INDEX oauth_records_grant_id ON public.oauth_records USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oauth_records_uid ON public.oauth_records USING btree (uid) WHERE (uid IS NOT NULL);
CREATE INDEX oauth_records_user_code ON public.oauth_records USING btree (user_code_hash) WHERE (user_code_hash IS NOT NULL);
CREATE INDEX oauth_records_user_id ON public.oauth_records USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX organization_members_user_id ON public.organization_members USING btree (user_id);
CREATE INDEX organization_networks_organization_id ON public.organization_networks USING btree (organization_id);
CREATE INDEX organizations_image_id ON public.organizations USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX owned_jobs_locked ON public.owned_jobs USING btree (locked_by) WHERE (locked_by IS NOT NULL);
CREATE INDEX owned_jobs_waiting ON public.owned_jobs USING btree (kind, owner, run_at, job_id) WHERE (locked_by IS NULL);
CREATE INDEX parcels_unsent ON public.parcels USING btree (parcel_id) WHERE (sent_at IS NULL);
CREATE INDEX password_resets_expires_at ON public.password_resets USING btree (expires_at);
CREATE INDEX password_resets_user_id ON public.password_resets USING btree (user_id);
CREATE INDEX pins_expiry ON public.pins USING brin (expires_at) WITH (pages_per_range='16');
CREATE INDEX pins_of_rendition ON public.pins USING hash (digest);
CREATE INDEX pixels_next_at ON public.pixels USING btree (next_at);
CREATE INDEX ranked_shows_order ON public.ranked_shows USING btree (category_id, score DESC, show_id DESC) INCLUDE (from_version, until_version);
CREATE INDEX ranked_shows_past ON public.ranked_shows USING btree (until_version) WHERE (until_version < 2147483647);
CREATE INDEX record_changes_xid ON public.record_changes USING btree (xid);
CREATE INDEX removed_chapters_episode_id ON public.removed_chapters USING btree (episode_id);
CREATE INDEX rendition_bases_episode_id ON public.rendition_bases USING btree (episode_id, base_id);
CREATE INDEX rendition_files_digest ON public.rendition_files USING btree (digest);
CREATE INDEX renditions_base_id ON public.renditions USING btree (base_id) WHERE (base_id IS NOT NULL);
CREATE INDEX renditions_episode_id ON public.renditions USING btree (episode_id);
CREATE INDEX renditions_media_key ON public.renditions USING btree (media_key);
CREATE INDEX renditions_use ON public.renditions USING brin (last_used_at) WITH (pages_per_range='16');
CREATE INDEX report_mails_created ON public.report_mails USING btree (created_at);
CREATE INDEX report_mails_log ON public.report_mails USING btree (report_id, mail_id);
CREATE INDEX report_mails_waiting ON public.report_mails USING btree (report_id, next_at) WHERE (state = 'PENDING'::text);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX reservations_campaign_id ON public.reservations USING btree (campaign_id);
CREATE INDEX reservations_expires_at ON public.reservations USING btree (expires_at);
CREATE INDEX reservations_lineitem_id ON public.reservations USING btree (lineitem_id);
CREATE INDEX reservations_listener ON public.reservations USING btree (listener);
CREATE INDEX reservations_network ON public.reservations USING btree (network, reserved_at) WHERE (network IS NOT NULL);
CREATE INDEX reservations_waiting ON public.reservations USING btree (reserved_at) WHERE (flowing_at IS NULL);
CREATE INDEX saved_reports_of_team ON public.saved_reports USING btree (team_id, report_id);
CREATE INDEX saved_reports_of_user ON public.saved_reports USING btree (user_id, report_id);
CREATE INDEX search_episodes_lexemes ON public.search_episodes USING gin (lexemes) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX search_episodes_title ON public.search_episodes USING btree (title text_pattern_ops);
CREATE INDEX search_shows_level_title ON public.search_shows USING btree (level text_pattern_ops, title text_pattern_ops);
CREATE INDEX search_shows_lexemes ON public.search_shows USING gin (lexemes) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX search_shows_title ON public.search_shows USING btree (title text_pattern_ops);
CREATE INDEX search_words_edits ON public.search_words USING gin (edits) WITH (fastupdate=off);
CREATE INDEX search_words_word ON public.search_words USING btree (word text_pattern_ops);
CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_secret_hash_key ON public.sessions USING btree (secret_hash);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id, last_seen_at DESC);
CREATE INDEX show_collaborators_user_id ON public.show_collaborators USING btree (user_id);
CREATE INDEX show_counts_last_episode_at ON public.show_counts USING btree (last_episode_at);
CREATE INDEX show_jumps_day ON public.show_jumps USING btree (day);
CREATE INDEX shows_author_id ON public.shows USING btree (author_id, show_id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX shows_author_permalink_key ON public.shows USING btree (author_id, permalink) WHERE (deleted_at IS NULL);
CREATE INDEX shows_guid ON public.shows USING btree (guid) WHERE (deleted_at IS NULL);
CREATE INDEX shows_image_id ON public.shows USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX shows_language ON public.shows USING btree (language) WHERE (deleted_at IS NULL);
CREATE INDEX tokens_user_id ON public.tokens USING btree (user_id);
CREATE INDEX touches_window_start ON public.touches USING btree (window_start);
CREATE INDEX transcripts_episode_id ON public.transcripts USING btree (episode_id);
CREATE INDEX transcripts_media_key ON public.transcripts USING btree (media_key) WHERE (media_key IS NOT NULL);
CREATE INDEX uploads_created_at ON public.uploads USING btree (created_at);
CREATE INDEX uploads_held ON public.uploads USING btree (held_at) WHERE (held_bytes > 0);
CREATE INDEX uploads_user_id ON public.uploads USING btree (user_id);
CREATE INDEX user_collaborators_user_id ON public.user_collaborators USING btree (user_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX users_image_id ON public.users USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX users_to_erase ON public.users USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (webhook_id, subject, sequence, delivery_id) WHERE (state = 'PENDING'::text);
CREATE INDEX webhooks_of_user ON public.webhooks USING btree (user_id, webhook_id);

CREATE OR REPLACE FUNCTION public.add_to_show_counts(show bigint, listenable integer, editable integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  update show_counts set
    listenable_episodes_count = listenable_episodes_count + listenable,
    editable_episodes_count = editable_episodes_count + editable,
    last_episode_at = (select e.published_at from episodes e
      where e.show_id = show and e.listenable order by e.published_at desc, e.episode_id desc limit 1)
  where show_id = show
$function$
;

CREATE OR REPLACE FUNCTION public.add_to_storage(id bigint, change bigint, swept boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_action(was jsonb, now_is jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.audit_edition(list bigint, number bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select audit_value(coalesce(jsonb_agg(show_id order by position), '[]'))
  from explore_list_items where list_id = list and edition = number
$function$
;

CREATE OR REPLACE FUNCTION public.audit_field(part text, key text, data jsonb, names text)
 RETURNS TABLE(field text, value jsonb)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select part || case key when '' then '' else '.' || (data ->> key) end, jsonb_object_agg(name, audit_value(data -> name))
  from unnest(string_to_array(names, ',')) name
$function$
;

CREATE OR REPLACE FUNCTION public.audit_list_shows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_audit('list', new.list_id, null, jsonb_build_object('shows', audit_edition(new.list_id, old.edition)),
    jsonb_build_object('shows', audit_edition(new.list_id, new.edition)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_new(kind text, key text, shown text[], withheld text[], present jsonb[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_part_shown(field text, value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when field = 'feed_tags.locked' and value #>> '{value,owner}' is not null
    then jsonb_set(value, '{value,owner}', '"withheld"') else value end
$function$
;

CREATE OR REPLACE FUNCTION public.audit_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform audit_new(tg_argv[0], tg_argv[1], string_to_array(tg_argv[2], ','), string_to_array(tg_argv[3], ','),
    array(select to_jsonb(r) from new_rows r));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_reports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_shown(value jsonb, withheld boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when withheld and value <> 'null' then '"withheld"' else audit_value(value) end
$function$
;

CREATE OR REPLACE FUNCTION public.audit_value(value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when length(value::text) <= 500 then value else to_jsonb(format('%s… (%s characters, SHA-256 %s)',
    left(value #>> '{}', 500), length(value #>> '{}'),
    encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex'))) end
$function$
;

CREATE OR REPLACE FUNCTION public.count_deleted_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_show_counts(show_id, -count(*) filter (where listenable)::int,
    -count(*) filter (where deleted_at is null)::int)
  from old_rows group by show_id order by show_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_followers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
begin
  if was <> now_is then
    update show_counts set followers_count = followers_count + now_is - was
      where show_id = coalesce(new.show_id, old.show_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
  follower bigint := coalesce(new.follower_id, old.follower_id);
  followed bigint := coalesce(new.followed_id, old.followed_id);
begin
  if was <> now_is then
    perform 1 from user_counts where user_id in (follower, followed) order by user_id for update;
    update user_counts set followings_count = followings_count + now_is - was where user_id = follower;
    update user_counts set followers_count = followers_count + now_is - was where user_id = followed;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_inserted_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_show_counts(show_id, count(*) filter (where listenable)::int,
    count(*) filter (where deleted_at is null)::int)
  from new_rows group by show_id order by show_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was integer := case when tg_op = 'INSERT' or old.removed_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.removed_at is not null then 0 else 1 end;
  episode bigint := coalesce(new.episode_id, old.episode_id);
begin
  if was <> now_is then
    update episode_counts set likes_count = likes_count + now_is - was where episode_id = episode;
    update show_counts set likes_count = likes_count + now_is - was
      where show_id = (select show_id from episodes where episode_id = episode and deleted_at is null);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was integer := case when tg_op = 'INSERT' or old.deleted_at is not null or old.hidden_at is not null then 0 else 1 end;
  now_is integer := case when tg_op = 'DELETE' or new.deleted_at is not null or new.hidden_at is not null then 0 else 1 end;
begin
  if was <> now_is then
    update episode_counts set messages_count = messages_count + now_is - was
      where episode_id = coalesce(new.episode_id, old.episode_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_updated_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_show_counts(show_id, sum(listenable)::int, sum(editable)::int)
  from (
    select show_id, listenable::int, (deleted_at is null)::int as editable, published_at, episode_id from new_rows
    union all
    select show_id, -(listenable::int), -((deleted_at is null)::int), published_at, episode_id from old_rows
  ) change
  group by show_id
  having sum(listenable) <> 0 or sum(editable) <> 0 or count(distinct (published_at, episode_id)) * 2 <> count(*)
  order by show_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_lineitems_of_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update lineitems
  set deleted_at = new.deleted_at, updated_at = now(), revision = nextval('revisions')
  where campaign_id = new.campaign_id and deleted_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ensure_partition(parent text, suffix text, first timestamp with time zone, after timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  child text := parent || '_' || suffix;
  fill integer := case parent when 'deliveries' then 60 else 100 end;
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(child));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints including storage) with (fillfactor = %s)',
    child, parent, fill);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first, after);
exception when duplicate_table then
  -- The previous holder of the lock has created it, which to_regclass may not have seen yet.
  return;
end $function$
;

CREATE OR REPLACE FUNCTION public.ensure_rollup_year(year integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  parent text;
  child text;
begin
  foreach parent in array array['ad_rollups', 'audience_rollups'] loop
    child := parent || '_' || lpad(year::text, 4, '0');
    if to_regclass(child) is not null then continue; end if;
    perform pg_advisory_xact_lock(hashtext(child));
    if to_regclass(child) is not null then continue; end if;
    execute format('create table %I (like %I including defaults including constraints including storage)',
      child, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      parent, child, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.episode_storage(e episodes)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when e.media_key is null then 0 else coalesce(e.media_bytes, 0) end
    + case when e.original_key is null then 0 else coalesce(e.original_bytes, 0) end
    + case when e.waveform_key is null then 0 else coalesce(e.waveform_bytes, 0) end
    + case when e.upload_key is null then 0 else coalesce(e.upload_bytes, 0) end
$function$
;

CREATE OR REPLACE FUNCTION public.event_followers(of_show bigint, of_episode bigint, moment timestamp with time zone)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select f.user_id from favorites f
    join shows s on s.show_id = f.show_id and s.deleted_at is null and s.visibility = 'PUBLIC'
    join episodes e on e.show_id = f.show_id and e.episode_id = of_episode and e.listenable
    where f.show_id = of_show and f.removed_at is null and f.notifications_enabled
      and coalesce(f.notified_since, f.created_at) <= moment
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  facts jsonb := to_jsonb(new);
  past jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
begin
  perform note_team_event(tg_argv[0] || case when tg_op = 'INSERT' then '.created'
      when past -> 'deleted_at' = 'null' and facts -> 'deleted_at' <> 'null' then '.deleted' else '.updated' end,
    new.team_id, jsonb_build_object(tg_argv[0] || '_id', facts -> (tg_argv[0] || '_id'), 'name', new.name)
      || case tg_argv[0] when 'lineitem' then jsonb_build_object('campaign_id', facts -> 'campaign_id') else '{}' end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_creative()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_team_event(case new.status when 'READY' then 'creative.ready' else 'creative.failed' end, team_id,
    jsonb_build_object('creative_id', new.creative_id, 'lineitem_id', lineitem_id, 'campaign_id', campaign_id))
    from lineitems where lineitem_id = new.lineitem_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_episode()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_favorite()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_show_event('follower.created', new.show_id, '{}');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_feed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_show_event('feed.redirected', new.show_id, jsonb_build_object('redirect_url', new.redirect_url));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_follower()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event_outbox (type, user_id, data) values ('follower.created', new.followed_id,
    jsonb_build_object('user_id', new.followed_id, 'follower_id', new.follower_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event_outbox (type, user_id, data) values ('import.finished', new.user_id,
    jsonb_build_object('import_id', new.import_id, 'show_id', new.show_id, 'state', new.state));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_show_event('message.created', show_id, jsonb_build_object('episode_id', episode_id,
    'message_id', new.message_id, 'author_id', new.author_id)) from episodes where episode_id = new.episode_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_milestone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_pacing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if mark_event('lineitem.at_risk', new.lineitem_id, current_date - date '2000-01-01') then
    perform note_team_event('lineitem.at_risk', team_id, jsonb_build_object('lineitem_id', lineitem_id,
      'name', name, 'campaign_id', campaign_id)) from lineitems where lineitem_id = new.lineitem_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_recount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event_outbox (type, data) values ('recount.done', jsonb_build_object('recount_id', new.recount_id,
    'first_day', new.first_day, 'last_day', new.last_day));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_show_event('message.reported', show_id, jsonb_build_object('episode_id', episode_id,
    'message_id', message_id)) from messages join episodes using (episode_id) where message_id = new.message_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_of_show()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_show_event(case when old.deleted_at is null and new.deleted_at is not null then 'show.deleted' else 'show.updated' end,
    new.show_id, jsonb_build_object('title', new.title));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.event_readers(of_show bigint, of_team bigint, of_user bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.events_of_new_shows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event_outbox (type, show_id, data)
    select 'show.created', show_id, jsonb_build_object('show_id', show_id, 'title', title) from new_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_listening()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from listening_progress where user_id = new.user_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.make_episode_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into episode_counts (episode_id) select episode_id from new_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.make_feed_revisions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feed_revisions (show_id) select show_id from new_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.make_show_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into show_counts (show_id) select show_id from new_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.make_user_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into user_counts (user_id) values (new.user_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_event(kind text, subject bigint, mark bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  insert into event_marks (type, subject_id, level) values (kind, subject, mark) on conflict do nothing;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_stale_ages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stale_ages (episode_id) values (new.episode_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_episode_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.move_episode_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from episode_counts where episode_id in (
    select episode_id from (select episode_id, show_id, deleted_at is null from new_rows
      except select episode_id, show_id, deleted_at is null from old_rows) moved)
  order by episode_id for update;
  if not found then return null; end if;
  perform 1 from show_counts
  where show_id in (select show_id from new_rows union select show_id from old_rows) order by show_id for update;
  update show_counts set likes_count = likes_count + change.likes from (
    select moved.show_id, sum(moved.sign * episode_counts.likes_count)::int as likes from (
      select show_id, episode_id, 1 as sign from new_rows where deleted_at is null
      union all
      select show_id, episode_id, -1 from old_rows where deleted_at is null
    ) moved join episode_counts using (episode_id)
    group by moved.show_id
  ) change
  where show_counts.show_id = change.show_id and change.likes <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feed_of_old_show()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform move_feeds(array[old.show_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feed_of_show()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'shows' then
    if new.quality is distinct from old.quality and new.revision = old.revision then return null; end if;
  end if;
  perform move_feeds(array[new.show_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feeds(shows bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into feed_revisions (show_id)
    select distinct show_id from unnest(shows) as moved (show_id)
      where show_id is not null order by show_id
  on conflict (show_id) do update
    set revision = nextval('revisions'), changed_at = clock_timestamp()
$function$
;

CREATE OR REPLACE FUNCTION public.move_feeds_of_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform move_feeds(array(select show_id from shows where author_id = new.user_id and deleted_at is null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feeds_of_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- By `except`, because a join planned for one episode takes the square of their number for many.
  perform move_feeds(array(with
    present as (select show_id, episode_id, title, permalink, description, description_html, duration, explicit, tags,
      image_id, import_image_url, published_at, type, media_key, media_url, media_type, media_bytes, season_number,
      episode_number, season_episode_type, rss_guid, episode_link, location_latitude, location_longitude
      from new_rows where listenable),
    past as (select show_id, episode_id, title, permalink, description, description_html, duration, explicit, tags,
      image_id, import_image_url, published_at, type, media_key, media_url, media_type, media_bytes, season_number,
      episode_number, season_episode_type, rss_guid, episode_link, location_latitude, location_longitude
      from old_rows where listenable)
    select show_id from (select * from present except select * from past) entered
    union all select show_id from (select * from past except select * from present) gone));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feeds_of_new_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform move_feeds(array(select show_id from new_rows where listenable));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feeds_of_old_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform move_feeds(array(select show_id from old_rows where listenable));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_feeds_of_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform move_feeds(array(select e.show_id from rows r join episodes e using (episode_id) where e.listenable));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.normalised_tag(tag text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select normalize(lower(normalize(
    btrim(tag, U&' \0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'),
    NFC)), NFC)
$function$
;

CREATE OR REPLACE FUNCTION public.note_audit(kind text, id bigint, act text, was jsonb, now_is jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.note_booking_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into booking_changes default values;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_chapters_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) select distinct 'episode:' || episode_id from rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_episode_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values
    ('episode:' || old.episode_id), ('episodes-of:' || old.show_id), ('author:' || old.author_id);
  if tg_op = 'UPDATE' and (new.show_id <> old.show_id or new.author_id <> old.author_id) then
    insert into record_changes (subject) values ('episodes-of:' || new.show_id), ('author:' || new.author_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_episode_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) select distinct 'episode-counts:' || episode_id from rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_feed_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values ('feed:' || new.show_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_feed_checks(checked bigint[], broken jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from event_marks where type = 'feed.check.failed' and subject_id = any(checked)
    and not broken ? subject_id::text;
  perform note_show_event('feed.check.failed', key::bigint, jsonb_build_object('rules', value)) from jsonb_each(broken)
    where mark_event('feed.check.failed', key::bigint, 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.note_image_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values ('images');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_new_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject)
    select 'episodes-of:' || show_id from rows group by show_id
    union all select 'author:' || author_id from rows group by author_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_new_shows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) select distinct 'author:' || author_id from new_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_removals(episodes bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into edge_removals (episode_id)
    select episode_id from unnest(episodes) as removed (episode_id) order by episode_id
  on conflict (episode_id) do update
    set removed_at = clock_timestamp(), times = edge_removals.times + 1, done_to = null, failures = 0, due_at = clock_timestamp()
$function$
;

CREATE OR REPLACE FUNCTION public.note_removed_episode()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_removals(array[new.episode_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_removed_show()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_removals(array(
    select episode_id from episodes e where show_id = new.show_id and listenable
      and exists (select from renditions r where r.episode_id = e.episode_id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_rights_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values ('rights');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_show_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values ('show:' || old.show_id), ('author:' || old.author_id);
  if tg_op = 'UPDATE' and new.author_id <> old.author_id then
    insert into record_changes (subject) values ('author:' || new.author_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_show_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) select distinct 'show-counts:' || show_id from rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_show_event(type text, show bigint, data jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_outbox (type, show_id, data) values (type, show, jsonb_build_object('show_id', show) || data)
$function$
;

CREATE OR REPLACE FUNCTION public.note_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values ('site');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_team_event(type text, team bigint, data jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_outbox (type, team_id, data) values (type, team, jsonb_build_object('team_id', team) || data)
$function$
;

CREATE OR REPLACE FUNCTION public.note_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (subject) values ('user:' || new.user_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rank_new_shows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ranked_shows (category_id, show_id)
    select ranked, show_id from new_rows, ranked_categories(array[category_id, category_2_id, category_3_id]) ranked;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rank_show()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.ranked_categories(categories integer[])
 RETURNS SETOF integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select distinct category_id from unnest(array[0] || categories || array(
    select top[width_bucket(own, top)] from unnest(categories) own, (select array[92, 99, 106, 110, 115, 119, 120, 121, 128,
      133, 142, 146, 154, 162, 172, 178, 194, 195, 196] as top) tops)) category_id
  where category_id is not null
$function$
;

CREATE OR REPLACE FUNCTION public.remember_chapters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into removed_chapters (chapter_id, episode_id, starts_at)
    select chapter_id, episode_id, starts_at from old_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_edits(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((length(word) >= 3) AND (length(word) <= 32)) THEN ((CASE WHEN (length(word) <= 8) THEN ARRAY(SELECT DISTINCT ("left"(search_edits.word, (i.i - 1)) || substr(search_edits.word, (i.i + 1))) FROM generate_series(1, (length(search_edits.word) + 1)) i(i)) ELSE '{}'::text[] END || CASE WHEN (length(word) >= 6) THEN ARRAY(SELECT DISTINCT ((side.mark || "left"(side.part, (i.i - 1))) || substr(side.part, (i.i + 1))) FROM (VALUES ('<'::text,"left"(search_edits.word, 5)), ('>'::text,"right"(search_edits.word, 5))) side(mark, part), generate_series(1, 5) i(i)) ELSE '{}'::text[] END) || CASE WHEN (search_sound(word) IS NOT NULL) THEN ARRAY[('!'::text || search_sound(word))] ELSE '{}'::text[] END) ELSE '{}'::text[] END
;

CREATE OR REPLACE FUNCTION public.search_ending(level text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (CASE WHEN (level = 'z'::text) THEN '}'::text ELSE '|'::text END || level)
;

CREATE OR REPLACE FUNCTION public.search_episode_documents(ids bigint[])
 RETURNS SETOF search_episodes
 LANGUAGE sql
 STABLE
AS $function$
  select e.episode_id, search_title(e.title), level, ranked.rank, e.published_at, e.duration,
    search_lexemes(level, folded.title, byline, folded.tags, body, stemmer, labels),
    to_tsvector('simple', concat_ws(' ', folded.title, byline, body)), repeat(' ', 2000)
  from episodes e
  join shows s using (show_id)
  join show_counts c using (show_id)
  join episode_counts l using (episode_id)
  join users u on u.user_id = e.author_id
  cross join lateral (select search_rank(s.quality, c.followers_count + l.likes_count, coalesce(e.published_at, e.created_at)) as rank) ranked
  cross join lateral (select case when e.listenable and s.visibility = 'PUBLIC'
    then search_level('episodes', ranked.rank) else 'z' end as level offset 0) placed
  cross join lateral (select search_titled(e.title) as title,
    search_fold(concat_ws(' ', s.title, s.author_name, u.fullname)) as byline,
    search_fold(array_to_string(e.tags, ' ')) as tags, search_fold(left(e.description, 5000)) as body,
    search_stemmer(s.language) as stemmer offset 0) folded
  cross join lateral (select array_remove(array['l' || s.language, 'c' || s.category_id, 'c' || s.category_2_id,
    'c' || s.category_3_id, 'x' || e.explicit::int, 'u' || e.author_id, 's' || e.show_id,
    'y' || extract(year from e.published_at at time zone 'UTC'), 'd' || least(e.duration / 600000, 36)], null) as labels) labelled
  where e.episode_id = any(ids) and e.deleted_at is null and s.deleted_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.search_find_episodes(wanted integer, queries tsquery[], fields text[], together boolean, near tsquery[], wholes tsquery[], words tsquery, typed text, titles text[], literal boolean, labels tsquery, levels text[], phrases text[], unwanted text[], avoided tsquery, passed bigint[], since timestamp with time zone, before timestamp with time zone, shortest bigint, longest bigint)
 RETURNS TABLE(id bigint, match text, text real, rank real)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  start text := search_title(typed);
  same text[];
  present tsquery;
  absent tsquery;
  judging boolean;
  close tid[];
  near_ids bigint[];
  near_titles text[];
  near_ranks real[];
  near_places integer[];
  ids bigint[];
  texts real[];
  ranks real[];
  found integer := 0;
  more integer;
  budget integer := 1000;
begin
  -- Conditions in front of what most searches do not need: each statement takes 5 to 20 µs even if it finds nothing.
  if titles = array[typed] then same := array[start];
  else same := array(select search_title(title) from unnest(titles) title);
  end if;
  if cardinality(phrases) > 0 then
    present := (select string_agg('(' || query || ')', ' & ')::tsquery from unnest(phrases) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  end if;
  if cardinality(unwanted) > 0 then
    absent := (select string_agg('(' || query || ')', ' | ')::tsquery from unnest(unwanted) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  end if;
  judging := present is not null or absent is not null or avoided is not null;
  if near is not null then
    close := '{}';
    for i in 1..cardinality(near) loop
      close := close || array(select d.ctid from search_episodes d where d.lexemes @@ near[i] limit 2001 - cardinality(close));
      exit when cardinality(close) > 2000 or clock_timestamp() > statement_timestamp() + interval '100 ms';
    end loop;
    if cardinality(close) > 2000 then close := null; end if;
  end if;
  if close is not null then
    -- An array of one element, so that the lexemes are unpacked once and not for each test.
    select array_agg(d.episode_id), array_agg(d.title), array_agg(d.rank), array_agg(m.place)
    into near_ids, near_titles, near_ranks, near_places
    from search_episodes d
    cross join lateral (select (array[d.lexemes])[1] as lexemes offset 0) k
    cross join lateral (select case when k.lexemes @@ wholes[4] then
      case when k.lexemes @@ wholes[1] then 1 when k.lexemes @@ wholes[2] then 2
        when k.lexemes @@ wholes[3] then 3 else 4 end end as place offset 0) m
    where d.ctid = any(close) and m.place is not null and d.episode_id <> all(passed) and d.level = any(levels)
      and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and (shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest);
  end if;

  -- Among many documents with the same title, the spelling is compared in the 200 best ranked, labels in 1,000.
  if close is not null and not literal then
    select array_agg(best.id), array_agg(best.rank) into ids, ranks from (
      select n.id, n.rank from unnest(near_ids, near_titles, near_ranks) n (id, title, rank)
      where n.title = any(same) order by n.rank desc, n.id desc limit greatest(wanted, 200)) best;
  else
    select array_agg(best.episode_id), array_agg(best.rank) into ids, ranks from (
      select d.episode_id, d.rank, d.lexemes from search_episodes d
      where d.title = any(same) and d.level = any(levels) and d.episode_id <> all(passed)
        and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and (shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest)
      order by d.rank desc, d.episode_id desc limit greatest(wanted, case when labels is null then 200 else 1000 end)) best
    where labels is null or best.lexemes @@ labels;
  end if;
  if ids is not null then
    return query
    with held as (select * from unnest(ids, ranks) with ordinality held (id, rank, place)),
    spelled as (
      select held.id, held.rank, ((x.title = typed)::int + (lower(x.title) = lower(typed))::int)::real as text
      from held join episodes x on x.episode_id = held.id where held.place <= 200
      union all select held.id, held.rank, 0 from held where held.place > 200 and not literal)
    select spelled.id, 'exact', spelled.text, spelled.rank from spelled
    where not literal or spelled.text > 0
    order by spelled.text * 10 + spelled.rank desc, spelled.id desc limit wanted;
    get diagnostics found = row_count;
  end if;
  if literal then
    passed := passed || array(select d.episode_id from search_episodes d join episodes x on x.episode_id = d.episode_id
      where d.title = any(same) and lower(x.title) = lower(typed) limit 1000);
    same := '{}';
  end if;

  if together or close is not null then
    return query
    with held as (
      select distinct on (d.id) d.*, q.place, q.field
      from unnest(case when together then queries end, fields) with ordinality q (query, field, place)
      cross join lateral (
        select d.episode_id as id, d.title, d.rank from search_episodes d
        where d.lexemes @@ q.query and d.episode_id <> all(passed) and d.title <> all(same) and d.level = any(levels)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and (shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest)
        limit 20000) d
      where together
      order by d.id, q.place),
    all_held as (
      select * from held
      union all
      select n.id, n.title, n.rank, n.place::bigint, (array['title', 'byline', 'tags', 'text'])[n.place]
      from unnest(near_ids, near_titles, near_ranks, near_places) n (id, title, rank, place)
      where n.id <> all(passed) and n.title <> all(same)),
    best as (
      select * from all_held
      order by place, rank desc, id desc limit case when judging then budget end),
    said as (
      select * from best where not judging
      union all
      select best.* from best join search_episodes d on d.episode_id = best.id
      where judging and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)),
    judged as (
      select said.*, (case
        when field = 'title' then least(length(start)::real / greatest(length(title), 1), 1)
          + case position(start in title) when 0 then 0 when 1 then 2 else 1 end
        else 0 end)::real as text
      from said)
    select judged.id, field, judged.text, judged.rank from judged
    order by place, judged.text * 10 + judged.rank desc, judged.id desc limit wanted - found;
    return;
  end if;

  -- A document that matched one query may match the next ones too, so it is skipped there.
  for i in 1..cardinality(queries) loop
    exit when found >= wanted or clock_timestamp() > statement_timestamp() + interval '100 ms';
    if judging then
      continue when budget <= 0 and (fields[i] <> 'title' or present is null);
      ids := array(
        select d.episode_id from search_episodes d
        where d.lexemes @@ queries[i] and d.episode_id not in (select unnest(passed)) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and (shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest)
        order by d.rank desc, d.episode_id desc
        limit case when fields[i] = 'title' and present is not null then greatest(budget, wanted - found) else budget end);
      -- For titles the index contains pairs of words, so few of these documents lack the phrase.
      if fields[i] <> 'title' or present is null then budget := budget - cardinality(ids); end if;
      return query
      select d.episode_id, fields[i], 0::real, d.rank from search_episodes d
      where d.episode_id = any(ids) and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)
      order by d.rank desc, d.episode_id desc limit wanted - found;
    else
      select array_agg(best.id), array_agg(best.text), array_agg(best.rank) into ids, texts, ranks from (
        select d.episode_id as id, judged.text, d.rank from search_episodes d
        cross join lateral (select (case when fields[i] = 'title' then least(length(start)::real / greatest(length(d.title), 1), 1)
          + case position(start in d.title) when 0 then 0 when 1 then 2 else 1 end else 0 end)::real as text offset 0) judged
        where d.lexemes @@ queries[i] and d.episode_id not in (select unnest(passed)) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and (shortest is null or d.duration >= shortest) and (longest is null or d.duration <= longest)
        order by judged.text * 10 + d.rank desc, d.episode_id desc limit wanted - found) best;
      return query select b.id, fields[i], b.text, b.rank from unnest(ids, texts, ranks) b (id, text, rank);
    end if;
    get diagnostics more = row_count;
    found := found + more;
    passed := passed || ids;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_find_shows(wanted integer, queries tsquery[], fields text[], together boolean, near tsquery[], wholes tsquery[], words tsquery, typed text, titles text[], literal boolean, labels tsquery, levels text[], phrases text[], unwanted text[], avoided tsquery, passed bigint[], since timestamp with time zone, before timestamp with time zone, shortest bigint, longest bigint)
 RETURNS TABLE(id bigint, match text, text real, rank real)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  start text := search_title(typed);
  same text[];
  present tsquery;
  absent tsquery;
  judging boolean;
  close tid[];
  near_ids bigint[];
  near_titles text[];
  near_ranks real[];
  near_places integer[];
  ids bigint[];
  texts real[];
  ranks real[];
  found integer := 0;
  more integer;
  budget integer := 1000;
begin
  -- Conditions in front of what most searches do not need: each statement takes 5 to 20 µs even if it finds nothing.
  if titles = array[typed] then same := array[start];
  else same := array(select search_title(title) from unnest(titles) title);
  end if;
  if cardinality(phrases) > 0 then
    present := (select string_agg('(' || query || ')', ' & ')::tsquery from unnest(phrases) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  end if;
  if cardinality(unwanted) > 0 then
    absent := (select string_agg('(' || query || ')', ' | ')::tsquery from unnest(unwanted) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '');
  end if;
  judging := present is not null or absent is not null or avoided is not null;
  if near is not null then
    close := '{}';
    for i in 1..cardinality(near) loop
      close := close || array(select d.ctid from search_shows d where d.lexemes @@ near[i] limit 2001 - cardinality(close));
      exit when cardinality(close) > 2000 or clock_timestamp() > statement_timestamp() + interval '100 ms';
    end loop;
    if cardinality(close) > 2000 then close := null; end if;
  end if;
  if close is not null then
    -- An array of one element, so that the lexemes are unpacked once and not for each test.
    select array_agg(d.show_id), array_agg(d.title), array_agg(d.rank), array_agg(m.place)
    into near_ids, near_titles, near_ranks, near_places
    from search_shows d
    cross join lateral (select (array[d.lexemes])[1] as lexemes offset 0) k
    cross join lateral (select case when k.lexemes @@ wholes[4] then
      case when k.lexemes @@ wholes[1] then 1 when k.lexemes @@ wholes[2] then 2
        when k.lexemes @@ wholes[3] then 3 else 4 end end as place offset 0) m
    where d.ctid = any(close) and m.place is not null and d.show_id <> all(passed) and d.level = any(levels)
      and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and true;
  end if;

  -- Among many documents with the same title, the spelling is compared in the 200 best ranked, labels in 1,000.
  if close is not null and not literal then
    select array_agg(best.id), array_agg(best.rank) into ids, ranks from (
      select n.id, n.rank from unnest(near_ids, near_titles, near_ranks) n (id, title, rank)
      where n.title = any(same) order by n.rank desc, n.id desc limit greatest(wanted, 200)) best;
  else
    select array_agg(best.show_id), array_agg(best.rank) into ids, ranks from (
      select d.show_id, d.rank, d.lexemes from search_shows d
      where d.title = any(same) and d.level = any(levels) and d.show_id <> all(passed)
        and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and true
      order by d.rank desc, d.show_id desc limit greatest(wanted, case when labels is null then 200 else 1000 end)) best
    where labels is null or best.lexemes @@ labels;
  end if;
  if ids is not null then
    return query
    with held as (select * from unnest(ids, ranks) with ordinality held (id, rank, place)),
    spelled as (
      select held.id, held.rank, ((x.title = typed)::int + (lower(x.title) = lower(typed))::int)::real as text
      from held join shows x on x.show_id = held.id where held.place <= 200
      union all select held.id, held.rank, 0 from held where held.place > 200 and not literal)
    select spelled.id, 'exact', spelled.text, spelled.rank from spelled
    where not literal or spelled.text > 0
    order by spelled.text * 10 + spelled.rank desc, spelled.id desc limit wanted;
    get diagnostics found = row_count;
  end if;
  if literal then
    passed := passed || array(select d.show_id from search_shows d join shows x on x.show_id = d.show_id
      where d.title = any(same) and lower(x.title) = lower(typed) limit 1000);
    same := '{}';
  end if;

  if together or close is not null then
    return query
    with held as (
      select distinct on (d.id) d.*, q.place, q.field
      from unnest(case when together then queries end, fields) with ordinality q (query, field, place)
      cross join lateral (
        select d.show_id as id, d.title, d.rank from search_shows d
        where d.lexemes @@ q.query and d.show_id <> all(passed) and d.title <> all(same) and d.level = any(levels)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and true
        limit 20000) d
      where together
      order by d.id, q.place),
    all_held as (
      select * from held
      union all
      select n.id, n.title, n.rank, n.place::bigint, (array['title', 'byline', 'tags', 'text'])[n.place]
      from unnest(near_ids, near_titles, near_ranks, near_places) n (id, title, rank, place)
      where n.id <> all(passed) and n.title <> all(same)),
    best as (
      select * from all_held
      order by place, rank desc, id desc limit case when judging then budget end),
    said as (
      select * from best where not judging
      union all
      select best.* from best join search_shows d on d.show_id = best.id
      where judging and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)),
    judged as (
      select said.*, (case
        when field = 'title' then least(length(start)::real / greatest(length(title), 1), 1)
          + case position(start in title) when 0 then 0 when 1 then 2 else 1 end
        else 0 end)::real as text
      from said)
    select judged.id, field, judged.text, judged.rank from judged
    order by place, judged.text * 10 + judged.rank desc, judged.id desc limit wanted - found;
    return;
  end if;

  -- A document that matched one query may match the next ones too, so it is skipped there.
  for i in 1..cardinality(queries) loop
    exit when found >= wanted or clock_timestamp() > statement_timestamp() + interval '100 ms';
    if judging then
      continue when budget <= 0 and (fields[i] <> 'title' or present is null);
      ids := array(
        select d.show_id from search_shows d
        where d.lexemes @@ queries[i] and d.show_id not in (select unnest(passed)) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and true
        order by d.rank desc, d.show_id desc
        limit case when fields[i] = 'title' and present is not null then greatest(budget, wanted - found) else budget end);
      -- For titles the index contains pairs of words, so few of these documents lack the phrase.
      if fields[i] <> 'title' or present is null then budget := budget - cardinality(ids); end if;
      return query
      select d.show_id, fields[i], 0::real, d.rank from search_shows d
      where d.show_id = any(ids) and (present is null or d.places @@ present) and (absent is null or not d.places @@ absent)
        and (avoided is null or not d.lexemes @@ avoided)
      order by d.rank desc, d.show_id desc limit wanted - found;
    else
      select array_agg(best.id), array_agg(best.text), array_agg(best.rank) into ids, texts, ranks from (
        select d.show_id as id, judged.text, d.rank from search_shows d
        cross join lateral (select (case when fields[i] = 'title' then least(length(start)::real / greatest(length(d.title), 1), 1)
          + case position(start in d.title) when 0 then 0 when 1 then 2 else 1 end else 0 end)::real as text offset 0) judged
        where d.lexemes @@ queries[i] and d.show_id not in (select unnest(passed)) and d.title <> all(same)
          and (since is null or d.published_at >= since) and (before is null or d.published_at < before) and true
        order by judged.text * 10 + d.rank desc, d.show_id desc limit wanted - found) best;
      return query select b.id, fields[i], b.text, b.rank from unnest(ids, texts, ranks) b (id, text, rank);
    end if;
    get diagnostics more = row_count;
    found := found + more;
    passed := passed || ids;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_fold(input text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  folded text := input;
begin
  if octet_length(input) > length(input) then
    folded := translate(input, '’‘ʼʻ´`′＇', '''''''''''''''''');
    -- To ask takes a third of the time, and nearly all text is in this form.
    folded := unaccent('unaccent', case when folded is nfkc normalized then folded else normalize(folded, nfkc) end);
  end if;
  -- Most text with accents or typographic quotes is ASCII by now.
  if octet_length(folded) > length(folded) then
    folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g');
    folded := translate(folded, 'أإآٱىةؤئ', 'اااايهوي');
    if folded ~ '[\u30a1-\u30f6]' then
      folded := translate(folded, 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
        'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
    end if;
    if folded ~ '[\u4e00-\u9fff]' then folded := search_simplified(folded); end if;
    -- Runs of signs become blanks. Single blanks are not matched: each match takes about a microsecond.
    folded := regexp_replace(search_lower(folded), '[\x01-\x1f!-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd][\x01-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd]*| [\x01-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd]+', ' ', 'g');
  else
    folded := regexp_replace(lower(folded), '[^a-z0-9'' ][^a-z0-9'']*| [^a-z0-9'']+', ' ', 'g');
  end if;
  if position('''' in folded) > 0 then
    folded := regexp_replace(folded, '(^| )''+|''+(?= |$)', ' ', 'g');
    folded := regexp_replace(folded, ' {2,}', ' ', 'g');
  end if;
  return btrim(folded);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_follow_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  shown boolean := new.listenable_episodes_count > 0 or new.editable_episodes_count = 0;
begin
  if shown = (old.listenable_episodes_count > 0 or old.editable_episodes_count = 0)
    and extract(year from new.last_episode_at at time zone 'UTC') = extract(year from old.last_episode_at at time zone 'UTC')
  then
    update search_shows set published_at = new.last_episode_at,
      rank = rank + search_rank(0, 0, new.last_episode_at) - search_rank(0, 0, published_at)
    where show_id = new.show_id;
  else
    perform search_write_shows(array[new.show_id]);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_follow_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(episode_id order by episode_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(episode_id order by episode_id) into ids from old_rows;
  else
    -- By `except`, because a join planned for one episode takes the square of their number for many.
    select array_agg(episode_id order by episode_id) into ids from (
      select episode_id, title, description, tags, explicit, duration, published_at, listenable, deleted_at is null,
        show_id, author_id from new_rows
      except select episode_id, title, description, tags, explicit, duration, published_at, listenable,
        deleted_at is null, show_id, author_id from old_rows) changed;
  end if;
  if ids is not null then perform search_write_episodes(ids); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_follow_shows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own bigint[];
  inherited bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(show_id order by show_id) into own from new_rows;
  else
    select array_agg(show_id order by show_id) into own from (
      select show_id, title, description, author_name, author_id, language, category_id, category_2_id, category_3_id,
        explicit, visibility, deleted_at is null from new_rows
      except select show_id, title, description, author_name, author_id, language, category_id, category_2_id,
        category_3_id, explicit, visibility, deleted_at is null from old_rows) changed;
    if own is null then return null; end if;
    select array_agg(show_id) into inherited from (
      select show_id, title, author_name, language, category_id, category_2_id, category_3_id, visibility,
        deleted_at is null from new_rows
      except select show_id, title, author_name, language, category_id, category_2_id, category_3_id, visibility,
        deleted_at is null from old_rows) changed;
  end if;
  if own is not null then perform search_write_shows(own); end if;
  if inherited is not null then
    perform search_write_episodes(array(
      select episode_id from episodes where show_id = any(inherited) and deleted_at is null order by episode_id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_follow_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_write_shows(array(select show_id from shows where author_id = new.user_id and deleted_at is null));
  perform search_write_episodes(array(select episode_id from episodes where author_id = new.user_id and deleted_at is null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_forms(folded text, stemmer regconfig)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if folded = '' then return '{}'; end if;
  return search_plain(folded) || search_grams(folded)
    || search_marked('~', tsvector_to_array(to_tsvector(stemmer, folded)), '');
end $function$
;

CREATE OR REPLACE FUNCTION public.search_grams(folded text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if octet_length(folded) = length(folded)
    or folded !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' then
    return '{}';
  end if;
  return array(
    select distinct substr(run[1], place, size)
    from regexp_matches(folded, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+', 'g') run,
      generate_series(1, least(length(run[1]), 2000)) place, generate_series(1, 2) size
    where place + size <= length(run[1]) + 1);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_initials(title text, author text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  small constant text[] := string_to_array('the a an of and in on at to for from with by is podcast show radio percent '
    'der die das den des und von vom zu zum im mit le la les de des du et en au el los las y del con '
    'il lo gli i di da della dei e o os as do no na het een van och', ' ');
  articles constant text[] := array['the', 'a', 'an', 'and'];
  part text;
  parts text[] := '{}';
  words text[];
  word text;
  letter text;
  last text;
  -- Of all words, of those that tell something, of all but articles, and with the whole of a short last word.
  complete text;
  telling text;
  bare text;
  ending text;
  initials text;
  found text[] := '{}';
begin
  foreach part in array array[title, author] || regexp_split_to_array(title, '[:–»|(]')
    || regexp_split_to_array(author, ' - |[:–»|(]') loop
    continue when part is null or part = any(parts);
    parts := parts || part;
    words := string_to_array(replace(search_fold(replace(replace(part, '%', ' percent '), '&', ' and ')), '''', ''), ' ');
    continue when words = '{}';
    last := words[cardinality(words)];
    complete := ''; telling := ''; bare := ''; ending := '';
    foreach word in array words loop
      letter := left(word, 1);
      ending := ending || letter;
      if word <> all(articles) then bare := bare || letter; end if;
      if word ~ '^\d+$' then letter := word; end if;
      complete := complete || letter;
      if word <> all(small) then telling := telling || letter; end if;
    end loop;
    ending := case when length(last) between 2 and 3 then left(ending, -1) || last else '' end;
    foreach initials in array array[complete, telling, bare, ending] loop
      continue when length(initials) not between 3 and 20;
      found := found || left(initials, 8);
      if length(initials) > 3 then found := found || substr(initials, 2, 8); end if;
    end loop;
  end loop;
  return array(select distinct unnest(found));
end $function$
;

CREATE OR REPLACE FUNCTION public.search_latin(folded text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if folded !~ '[\u0370-\u03ff\u0400-\u045f]' then return null; end if;
  folded := translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    folded, 'ж', 'zh'), 'х', 'h'), 'ц', 'ts'), 'ч', 'ch'), 'щ', 'sch'), 'ш', 'sh'), 'ю', 'yu'), 'я', 'ya'), 'θ', 'th'),
    'χ', 'ch'), 'ψ', 'ps'), 'є', 'ye'), 'ї', 'yi'),
    'абвгдеёзийклмнопрстуфыэіґўјαβγδεζηικλμνξοπρσςτυφωъь', 'abvgdeeziyklmnoprstufyeigujavgdeziiklmnxoprsstyfo');
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_learn(texts text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into search_words (word, edits)
  select word, search_edits(word)
  from (select distinct unnest(search_plain(text)) as word from unnest(texts) text) said
  where length(word) between 2 and 32 and search_grams(word) = '{}'
    and not exists (select from search_words known where known.word = said.word)
$function$
;

CREATE OR REPLACE FUNCTION public.search_level(sort text, rank real)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(
    (select l.level from search_levels l where l.kind = sort and l.floor <= rank order by l.level limit 1),
    (select chr(ascii(max(l.level)) + 1) from search_levels l where l.kind = sort), 'a')
$function$
;

CREATE OR REPLACE FUNCTION public.search_lexemes(level text, title text, byline text, tags text, body text, stemmer regconfig, labels text[])
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  ending text := search_ending(level);
  titled text[] := search_forms(title, stemmer);
  authored text[] := titled || search_forms(byline, stemmer);
  tagged text[] := authored || search_forms(tags, stemmer)
    || array(select word from unnest(string_to_array(body, ' ')) word group by word having count(*) > 2);
  lexemes text[] := search_marked('', tagged || search_forms(body, stemmer), ending)
    || search_marked('=', titled, ending) || search_marked('@', authored, ending)
    || search_marked('#', tagged, ending) || search_marked('"', search_pairs(title), ending)
    || search_marked(':', labels, ending);
begin
  -- No pair of shorter words has more than 200 bytes.
  if concat_ws(' ', title, byline, tags, body) ~ '[^ ]{24}' then
    lexemes := array(select lexeme from unnest(lexemes) lexeme where octet_length(lexeme) <= 200 + octet_length(ending));
  end if;
  return array_to_tsvector(lexemes);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_lower(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$select lower(input)$function$
;

CREATE OR REPLACE FUNCTION public.search_marked(mark text, forms text[], ending text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN string_to_array(((mark || NULLIF(array_to_string(forms, ((ending || chr(10)) || mark)), ''::text)) || ending), chr(10))
;

CREATE OR REPLACE FUNCTION public.search_pairs(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select word || ' ' || next from unnest(words, words[2:]) pair (word, next) where next is not null)
  from string_to_array(replace(folded, '''', ''), ' ') words
$function$
;

CREATE OR REPLACE FUNCTION public.search_plain(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (string_to_array(NULLIF(replace(folded, ''''::text, ''::text), ''::text), ' '::text) || CASE WHEN (POSITION((''''::text) IN (folded)) > 0) THEN array_remove(string_to_array(translate(folded, ''''::text, ' '::text), ' '::text), ''::text) ELSE NULL::text[] END)
;

CREATE OR REPLACE FUNCTION public.search_query_words(texts text[], spoken text)
 RETURNS TABLE(part bigint, place bigint, word text, forms text[], grams text[], known boolean, documents bigint)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- `offset 0` keeps PostgreSQL from calling search_stemmer twice for each language.
  stemmers regconfig[] := array(select distinct s.stemmer
    from (select search_stemmer(l.language) as stemmer
      from (select language from search_languages where spoken is null union all select spoken) l (language) offset 0) s
    where s.stemmer is not null);
begin
  return query
  select given.part, said.place, said.word, formed.forms,
    case when octet_length(said.word) = length(said.word) then '{}'
      else array(select gram from unnest(search_grams(said.word)) gram where length(gram) = 2) end,
    counted.known, counted.documents
  from unnest(texts) with ordinality given (text, part),
    unnest(string_to_array(nullif(replace(search_fold(text), '''', ''), ''), ' ')) with ordinality said (word, place),
    lateral (select said.word || array(select distinct '~' || stem
      from unnest(stemmers) stemmer, unnest(tsvector_to_array(to_tsvector(stemmer, said.word))) stem) as forms offset 0) formed,
    lateral (select coalesce(bool_or(w.word = said.word), false) as known, coalesce(max(w.documents), 0)::bigint as documents
      from search_words w where w.word = any(formed.forms)) counted
  where octet_length(said.word) <= 180
  order by given.part, said.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_rank(quality real, fans integer, at timestamp with time zone)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((4)::double precision * LEAST(GREATEST((quality)::double precision, (ln(((1 + GREATEST(fans, 0)))::double precision) / (14)::double precision)), (1)::double precision)) + ((EXTRACT(epoch FROM (at - '2020-01-01 00:00:00+00'::timestamp with time zone)) / (31557600)::numeric))::double precision))::real
;

CREATE OR REPLACE FUNCTION public.search_show_documents(ids bigint[])
 RETURNS SETOF search_shows
 LANGUAGE sql
 STABLE
AS $function$
  select s.show_id, search_title(s.title), level, ranked.rank, at,
    search_lexemes(level, folded.title, byline, '', body, stemmer, labels),
    to_tsvector('simple', concat_ws(' ', folded.title, byline, body)), repeat(' ', 2000)
  from shows s
  join show_counts c using (show_id)
  join users u on u.user_id = s.author_id
  cross join lateral (select coalesce(c.last_episode_at, s.created_at) as at) dated
  cross join lateral (select search_rank(s.quality, c.followers_count + c.likes_count, at) as rank) ranked
  cross join lateral (select case when s.visibility = 'PUBLIC'
      and (c.listenable_episodes_count > 0 or c.editable_episodes_count = 0)
    then search_level('shows', ranked.rank) else 'z' end as level offset 0) placed
  cross join lateral (select search_titled(s.title) as title, search_fold(concat_ws(' ', s.author_name, u.fullname)) as byline,
    search_fold(left(s.description, 5000)) as body, search_stemmer(s.language) as stemmer offset 0) folded
  cross join lateral (select array_remove(array['l' || s.language, 'c' || s.category_id, 'c' || s.category_2_id,
    'c' || s.category_3_id, 'x' || s.explicit::int, 'u' || s.author_id, 's' || s.show_id,
    'y' || extract(year from at at time zone 'UTC')], null)
    || array(select 'i' || initials from unnest(search_initials(s.title, s.author_name)) initials) as labels) labelled
  where s.show_id = any(ids) and s.deleted_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.search_simplified(input text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  traditional constant text := '聽說讀寫電視臺學習國會開關門問題時間點鐘歲車書畫話語詞專業樂歡愛戀為個們這還來過進遠運動員體場號馬鳥魚龍鳳貓雞豬萬億幾處後從復雜誌義務勞經濟財稅貨購買賣費貴責賴質銀錢鐵針釣銅錄鏡鏈陽陰陳階際陸險隊隨難離雲霧靜響頁頂項順須預領頭顧類風飛飯飲館養餘騎驗驚髮鬆鬧魯鮮麗麥黃齊齒齋異樹葉蘇華萊蓋藍藝藥蟲裡製複見規親觀覺計訂討訓記許設訪診評詩試該詳誠誤請諸課誰調談論證譯議護讓豐貝負貢敗賓賞賽贊贏軍軟輕較載輸轉農達遊適選遺邊郵鄉醫釋鋒錯鍵長閉閒閱闊隱雙雖頻顏願顯驅鬥鹽麼黨龜灣澤漢溫滿滅漁滬濃無煙煩熱燈燒營狀獨獎獲獵現瑪環產畢療瘋發皺盤監盡睜矚確碼礎禮禪種稱穩窮竄競筆節範築簡簽籃糧紀約紅紙級組細終結給絕統絲綠網維線練編緣縣縮總績織繪繼續罰羅聖聯職聲肅腦腳膽臉臨舉舊艦蘭術衛衝裝褲誕諾謝謠譜變貫貿貼趕趨跡踐躍軌軒輔輛輝輪辦辭遞遲邁鄧鄭釀鋼錦鍋鎖鎮鑒鑰閃閏闖陣隸韓頒頓頗頸餓駐駕駛騙騷鬱鴨鵝鷹齡齣慶應態懷懲戰戲戶據擇擊擔擬擴擺攝攜敵數斷於晉暈暢曆曉曬條東極構槍樓標樣橋機權歐歷歸殘殺氣決沒況洩淚淨湯測準滾漲潔潛澀瀏烏災牆牽犧猶獅獻瑣甦畝當疊瘡癡盜盧眾礦禍積窩竊籌粵紛紋納純紗紹絡絞綜綁緊緒緩緯縱繞纏罵羨聰聳脅脈脫腎膚膠臟艱莊莖蔣薦薩藉蘆虛虧蝦襲訊訴詐詢誇誘誦諒諷諺謀講賢賤賦蹤輯轟邏醜鈴鉛鋪錶鍛鎊鏽鑽閣闆陝隕靈韻頌飾餅驕骯髒鮑鳴麵';
  simplified constant text := '听说读写电视台学习国会开关门问题时间点钟岁车书画话语词专业乐欢爱恋为个们这还来过进远运动员体场号马鸟鱼龙凤猫鸡猪万亿几处后从复杂志义务劳经济财税货购买卖费贵责赖质银钱铁针钓铜录镜链阳阴陈阶际陆险队随难离云雾静响页顶项顺须预领头顾类风飞饭饮馆养余骑验惊发松闹鲁鲜丽麦黄齐齿斋异树叶苏华莱盖蓝艺药虫里制复见规亲观觉计订讨训记许设访诊评诗试该详诚误请诸课谁调谈论证译议护让丰贝负贡败宾赏赛赞赢军软轻较载输转农达游适选遗边邮乡医释锋错键长闭闲阅阔隐双虽频颜愿显驱斗盐么党龟湾泽汉温满灭渔沪浓无烟烦热灯烧营状独奖获猎现玛环产毕疗疯发皱盘监尽睁瞩确码础礼禅种称稳穷窜竞笔节范筑简签篮粮纪约红纸级组细终结给绝统丝绿网维线练编缘县缩总绩织绘继续罚罗圣联职声肃脑脚胆脸临举旧舰兰术卫冲装裤诞诺谢谣谱变贯贸贴赶趋迹践跃轨轩辅辆辉轮办辞递迟迈邓郑酿钢锦锅锁镇鉴钥闪闰闯阵隶韩颁顿颇颈饿驻驾驶骗骚郁鸭鹅鹰龄出庆应态怀惩战戏户据择击担拟扩摆摄携敌数断于晋晕畅历晓晒条东极构枪楼标样桥机权欧历归残杀气决没况泄泪净汤测准滚涨洁潜涩浏乌灾墙牵牺犹狮献琐苏亩当叠疮痴盗卢众矿祸积窝窃筹粤纷纹纳纯纱绍络绞综绑紧绪缓纬纵绕缠骂羡聪耸胁脉脱肾肤胶脏艰庄茎蒋荐萨借芦虚亏虾袭讯诉诈询夸诱诵谅讽谚谋讲贤贱赋踪辑轰逻丑铃铅铺表锻镑锈钻阁板陕陨灵韵颂饰饼骄肮脏鲍鸣面';
  present text;
begin
  select string_agg(distinct hit[1], '') into present from regexp_matches(input, '[' || traditional || ']', 'g') hit;
  return coalesce(translate(input, present, translate(present, traditional, simplified)), input);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_sound(word text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  sound text := word;
begin
  if length(word) not between 5 and 32 or word !~ '^[a-z]+$' then return null; end if;
  sound := regexp_replace(sound, '^(?:k|g|p)(?=n)|^w(?=r)|^p(?=s)', '');
  sound := replace(replace(replace(sound, 'ph', 'f'), 'tch', 'ch'), 'dg', 'g');
  sound := regexp_replace(sound, 's?ch|sh|ti(?=on|al|ous)|ci(?=ous|al)|si(?=on)', 'S', 'g');
  sound := regexp_replace(sound, 'g?h(?=[^aeiouy]|$)', '', 'g');
  sound := regexp_replace(regexp_replace(sound, 'g(?=[eiy])', 'j', 'g'), 'c(?=[eiy])', 's', 'g');
  sound := translate(replace(sound, 'x', 'ks'), 'cqzw', 'kksv');
  sound := regexp_replace(left(sound, 1), '[aeiouy]', 'a') || regexp_replace(substr(sound, 2), '[aeiouyh]+', '', 'g');
  sound := regexp_replace(sound, '(.)\1+', '\1', 'g');
  return case when length(sound) > 2 then sound end;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_stemmer(language text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE language WHEN 'ar'::text THEN 'arabic'::regconfig WHEN 'da'::text THEN 'danish'::regconfig WHEN 'nl'::text THEN 'dutch'::regconfig WHEN 'en'::text THEN 'english'::regconfig WHEN 'fi'::text THEN 'finnish'::regconfig WHEN 'fr'::text THEN 'french'::regconfig WHEN 'de'::text THEN 'german'::regconfig WHEN 'el'::text THEN 'greek'::regconfig WHEN 'hu'::text THEN 'hungarian'::regconfig WHEN 'it'::text THEN 'italian'::regconfig WHEN 'lt'::text THEN 'lithuanian'::regconfig WHEN 'no'::text THEN 'norwegian'::regconfig WHEN 'pt'::text THEN 'portuguese'::regconfig WHEN 'ro'::text THEN 'romanian'::regconfig WHEN 'ru'::text THEN 'russian'::regconfig WHEN 'sr'::text THEN 'serbian'::regconfig WHEN 'es'::text THEN 'spanish'::regconfig WHEN 'sv'::text THEN 'swedish'::regconfig WHEN 'tr'::text THEN 'turkish'::regconfig ELSE NULL::regconfig END
;

CREATE OR REPLACE FUNCTION public.search_title(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(COALESCE(NULLIF(replace(search_fold(input), ''''::text, ''::text), ''::text), search_lower(NORMALIZE(btrim(input), NFKC))), 200)
;

CREATE OR REPLACE FUNCTION public.search_titled(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  folded text := search_fold(title);
begin
  if title ~ '[a-z][A-Z][a-z]' then
    folded := folded || ' ' || search_fold(regexp_replace(title, '([a-z])([A-Z])', '\1 \2', 'g'));
  end if;
  return concat_ws(' ', folded, search_latin(folded));
end $function$
;

CREATE OR REPLACE FUNCTION public.search_write_episodes(ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  delete from search_episodes d where d.episode_id = any(ids)
    and not exists (select from episodes e join shows s using (show_id)
      where e.episode_id = d.episode_id and e.deleted_at is null and s.deleted_at is null);
  insert into search_episodes as present
  select * from search_episode_documents(ids)
  on conflict (episode_id) do update set title = excluded.title, level = excluded.level, rank = excluded.rank,
    published_at = excluded.published_at, duration = excluded.duration, lexemes = excluded.lexemes, places = excluded.places
  where present is distinct from excluded;
  select search_learn(array(select concat_ws(' ', folded, search_latin(folded))
    from episodes e cross join lateral (select search_fold(e.title || ' ' || array_to_string(e.tags, ' ')) as folded offset 0) said
    where e.episode_id = any(ids)));
$function$
;

CREATE OR REPLACE FUNCTION public.search_write_shows(ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  delete from search_shows d where d.show_id = any(ids)
    and not exists (select from shows s where s.show_id = d.show_id and s.deleted_at is null);
  insert into search_shows as present
  select * from search_show_documents(ids)
  on conflict (show_id) do update set title = excluded.title, level = excluded.level, rank = excluded.rank,
    published_at = excluded.published_at, lexemes = excluded.lexemes, places = excluded.places
  where present is distinct from excluded;
  insert into search_languages select distinct language from shows s where s.show_id = any(ids)
    and not exists (select from search_languages known where known.language = s.language)
  on conflict do nothing;
  select search_learn(array(select unnest(array[search_fold(s.title), search_latin(search_fold(s.title)), search_fold(s.author_name), search_fold(u.fullname)])
    from shows s join users u on u.user_id = s.author_id where s.show_id = any(ids)));
$function$
;

CREATE OR REPLACE FUNCTION public.storage_limit(id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when u.is_admin then null
    else (select p.bytes from storage_plans p where p.plan in (u.plan, 'basic') order by p.plan <> u.plan limit 1) end
  from users u where u.user_id = id
$function$
;

CREATE OR REPLACE FUNCTION public.store_creative_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  id bigint := coalesce(new.creative_id, old.creative_id);
begin
  perform add_to_storage((select user_id from creatives where creative_id = id),
    case when tg_op = 'INSERT' then new.bytes else -old.bytes end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.store_episode()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.store_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.store_new_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_storage(author_id, sum(episode_storage(e))::bigint) from new_rows e
    where media_key is not null or upload_key is not null group by author_id order by author_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tag_episode()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from episode_tags where episode_id = new.episode_id;
  end if;
  if new.listenable then
    insert into episode_tags (tag, episode_id, published_at)
      select distinct normalised_tag(tag), new.episode_id, new.published_at from unnest(new.tags) tag;
  end if;
  return null;
end $function$
;

CREATE TRIGGER advertisers_audited AFTER INSERT OR DELETE OR UPDATE OF team_id, name, domain, iab_categories, external_id, notes, deleted_at ON public.advertisers FOR EACH ROW EXECUTE FUNCTION audit_record('advertiser', 'advertiser_id', 'team_id,name,domain,iab_categories,external_id,notes,deleted_at', '');
CREATE TRIGGER advertisers_booked AFTER INSERT OR DELETE OR UPDATE ON public.advertisers FOR EACH STATEMENT EXECUTE FUNCTION note_booking_change();
CREATE TRIGGER advertisers_event_inserted AFTER INSERT ON public.advertisers FOR EACH ROW EXECUTE FUNCTION event_of_booking('advertiser');
CREATE TRIGGER advertisers_event_updated AFTER UPDATE ON public.advertisers FOR EACH ROW WHEN ((old.revision <> new.revision)) EXECUTE FUNCTION event_of_booking('advertiser');
CREATE TRIGGER campaigns_audited AFTER INSERT OR DELETE OR UPDATE OF team_id, advertiser_id, name, currency, external_id, budget_amount, frequency_cap, deleted_at, share_expires_at, share_digest ON public.campaigns FOR EACH ROW EXECUTE FUNCTION audit_record('campaign', 'campaign_id', 'team_id,advertiser_id,name,currency,external_id,budget_amount,frequency_cap,deleted_at,share_expires_at', 'share_digest');
CREATE TRIGGER campaigns_booked AFTER INSERT OR DELETE OR UPDATE ON public.campaigns FOR EACH STATEMENT EXECUTE FUNCTION note_booking_change();
CREATE TRIGGER campaigns_deleted AFTER UPDATE OF deleted_at ON public.campaigns FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION delete_lineitems_of_campaign();
CREATE TRIGGER campaigns_event_inserted AFTER INSERT ON public.campaigns FOR EACH ROW EXECUTE FUNCTION event_of_booking('campaign');
CREATE TRIGGER campaigns_event_updated AFTER UPDATE ON public.campaigns FOR EACH ROW WHEN ((old.revision <> new.revision)) EXECUTE FUNCTION event_of_booking('campaign');
CREATE TRIGGER chapters_audited_delete AFTER DELETE ON public.chapters REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'chapters', 'starts_at', 'title,external_url,image_id');
CREATE TRIGGER chapters_audited_insert AFTER INSERT ON public.chapters REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'chapters', 'starts_at', 'title,external_url,image_id');
CREATE TRIGGER chapters_audited_update AFTER UPDATE ON public.chapters REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'chapters', 'starts_at', 'title,external_url,image_id');
CREATE TRIGGER chapters_changed AFTER UPDATE ON public.chapters REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_chapters_change();
CREATE TRIGGER chapters_changed_delete AFTER DELETE ON public.chapters REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_chapters_change();
CREATE TRIGGER chapters_changed_insert AFTER INSERT ON public.chapters REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_chapters_change();
CREATE TRIGGER chapters_move_feeds_deleted AFTER DELETE ON public.chapters REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER chapters_move_feeds_inserted AFTER INSERT ON public.chapters REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER chapters_move_feeds_updated AFTER UPDATE ON public.chapters REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER chapters_removed AFTER DELETE ON public.chapters REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION remember_chapters();
CREATE TRIGGER creative_files_booked AFTER INSERT OR DELETE OR UPDATE ON public.creative_files FOR EACH STATEMENT EXECUTE FUNCTION note_booking_change();
CREATE CONSTRAINT TRIGGER creative_files_stored AFTER INSERT OR DELETE ON public.creative_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION store_creative_file();
CREATE TRIGGER creatives_audited_delete AFTER DELETE ON public.creatives REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('lineitem', 'lineitem_id', 'creatives', 'creative_id', 'version,weight,filename,deleted_at');
CREATE TRIGGER creatives_audited_insert AFTER INSERT ON public.creatives REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('lineitem', 'lineitem_id', 'creatives', 'creative_id', 'version,weight,filename,deleted_at');
CREATE TRIGGER creatives_audited_update AFTER UPDATE ON public.creatives REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('lineitem', 'lineitem_id', 'creatives', 'creative_id', 'version,weight,filename,deleted_at');
CREATE TRIGGER creatives_booked AFTER INSERT OR DELETE OR UPDATE ON public.creatives FOR EACH STATEMENT EXECUTE FUNCTION note_booking_change();
CREATE TRIGGER creatives_event_updated AFTER UPDATE OF status ON public.creatives FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['READY'::text, 'ERROR'::text])))) EXECUTE FUNCTION event_of_creative();
CREATE CONSTRAINT TRIGGER creatives_stored AFTER INSERT OR DELETE OR UPDATE OF user_id, upload_bytes ON public.creatives DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION store_file('upload_bytes');
CREATE TRIGGER cuepoints_audited_delete AFTER DELETE ON public.cuepoints REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'cuepoints', 'timecode', 'ads_max_count');
CREATE TRIGGER cuepoints_audited_insert AFTER INSERT ON public.cuepoints REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'cuepoints', 'timecode', 'ads_max_count');
CREATE TRIGGER cuepoints_audited_update AFTER UPDATE ON public.cuepoints REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'cuepoints', 'timecode', 'ads_max_count');
CREATE TRIGGER episode_counts_changed AFTER UPDATE ON public.episode_counts REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_episode_counts();
CREATE TRIGGER episode_feed_tags_audited_delete AFTER DELETE ON public.episode_feed_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'feed_tags', 'noun', 'value');
CREATE TRIGGER episode_feed_tags_audited_insert AFTER INSERT ON public.episode_feed_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'feed_tags', 'noun', 'value');
CREATE TRIGGER episode_feed_tags_audited_update AFTER UPDATE ON public.episode_feed_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'feed_tags', 'noun', 'value');
CREATE TRIGGER episode_feed_tags_move_feeds_deleted AFTER DELETE ON public.episode_feed_tags REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER episode_feed_tags_move_feeds_inserted AFTER INSERT ON public.episode_feed_tags REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER episode_feed_tags_move_feeds_updated AFTER UPDATE ON public.episode_feed_tags REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER episode_plays_changed AFTER UPDATE ON public.episode_plays REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_episode_counts();
CREATE TRIGGER episode_plays_changed_delete AFTER DELETE ON public.episode_plays REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_episode_counts();
CREATE TRIGGER episode_plays_changed_insert AFTER INSERT ON public.episode_plays REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_episode_counts();
CREATE TRIGGER episode_plays_event_updated AFTER UPDATE ON public.episode_plays FOR EACH ROW WHEN ((length((new.downloads_count)::text) > GREATEST(length((old.downloads_count)::text), 2))) EXECUTE FUNCTION event_of_milestone('episode');
CREATE TRIGGER episodes_ages_stale AFTER UPDATE ON public.episodes FOR EACH ROW WHEN ((old.published_at IS DISTINCT FROM new.published_at)) EXECUTE FUNCTION mark_stale_ages();
CREATE TRIGGER episodes_audited AFTER INSERT OR DELETE OR UPDATE OF show_id, author_id, type, title, permalink, description, description_html, duration, explicit, hidden, visibility, download_enabled, tags, image_id, published_at, auto_published_at, season_number, episode_number, season_episode_type, rss_guid, episode_link, location_latitude, location_longitude, ai_generated, deleted_at, publish_when_ready, limited_key, media_url, media_key, upload_key, source_url ON public.episodes FOR EACH ROW EXECUTE FUNCTION audit_record('episode', 'episode_id', 'show_id,author_id,type,title,permalink,description,description_html,duration,explicit,hidden,visibility,download_enabled,tags,image_id,published_at,auto_published_at,season_number,episode_number,season_episode_type,rss_guid,episode_link,location_latitude,location_longitude,ai_generated,deleted_at,publish_when_ready', 'limited_key,media_url,media_key,upload_key,source_url');
CREATE TRIGGER episodes_changed AFTER UPDATE ON public.episodes FOR EACH ROW EXECUTE FUNCTION note_episode_change();
CREATE TRIGGER episodes_changed_delete AFTER DELETE ON public.episodes FOR EACH ROW EXECUTE FUNCTION note_episode_change();
CREATE TRIGGER episodes_changed_insert AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_new_episodes();
CREATE TRIGGER episodes_deleted AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_episodes();
CREATE TRIGGER episodes_event_inserted AFTER INSERT ON public.episodes FOR EACH ROW EXECUTE FUNCTION event_of_episode();
CREATE TRIGGER episodes_event_updated AFTER UPDATE ON public.episodes FOR EACH ROW WHEN (((old.revision <> new.revision) OR (old.listenable <> new.listenable) OR (old.encoding_status <> new.encoding_status))) EXECUTE FUNCTION event_of_episode();
CREATE TRIGGER episodes_inserted AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_episodes();
CREATE TRIGGER episodes_make_counts AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION make_episode_counts();
CREATE TRIGGER episodes_move_feeds_deleted AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_old_episodes();
CREATE TRIGGER episodes_move_feeds_inserted AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_new_episodes();
CREATE TRIGGER episodes_move_feeds_updated AFTER UPDATE ON public.episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_episodes();
CREATE TRIGGER episodes_move_files AFTER UPDATE ON public.episodes FOR EACH ROW WHEN (((old.author_id <> new.author_id) OR ((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION move_episode_files();
CREATE TRIGGER episodes_moved AFTER UPDATE ON public.episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION move_episode_likes();
CREATE TRIGGER episodes_removed AFTER UPDATE ON public.episodes FOR EACH ROW WHEN ((old.listenable AND (NOT new.listenable))) EXECUTE FUNCTION note_removed_episode();
CREATE TRIGGER episodes_retagged AFTER UPDATE ON public.episodes FOR EACH ROW WHEN ((((old.tags IS DISTINCT FROM new.tags) OR (old.listenable IS DISTINCT FROM new.listenable)) OR (old.published_at IS DISTINCT FROM new.published_at))) EXECUTE FUNCTION tag_episode();
CREATE TRIGGER episodes_search_inserted AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follow_episodes();
CREATE TRIGGER episodes_search_updated AFTER UPDATE ON public.episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follow_episodes();
CREATE CONSTRAINT TRIGGER episodes_stored_deleted AFTER DELETE ON public.episodes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION store_episode();
CREATE TRIGGER episodes_stored_inserted AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION store_new_episodes();
CREATE CONSTRAINT TRIGGER episodes_stored_updated AFTER UPDATE ON public.episodes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.author_id <> new.author_id) OR ((((((((old.media_key IS DISTINCT FROM new.media_key) OR (old.original_key IS DISTINCT FROM new.original_key)) OR (old.waveform_key IS DISTINCT FROM new.waveform_key)) OR (old.upload_key IS DISTINCT FROM new.upload_key)) OR (old.media_bytes IS DISTINCT FROM new.media_bytes)) OR (old.original_bytes IS DISTINCT FROM new.original_bytes)) OR (old.waveform_bytes IS DISTINCT FROM new.waveform_bytes)) OR (old.upload_bytes IS DISTINCT FROM new.upload_bytes)))) EXECUTE FUNCTION store_episode();
CREATE TRIGGER episodes_tagged AFTER INSERT ON public.episodes FOR EACH ROW WHEN ((new.tags <> '{}'::text[])) EXECUTE FUNCTION tag_episode();
CREATE TRIGGER episodes_updated AFTER UPDATE ON public.episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_updated_episodes();
CREATE TRIGGER explore_list_editions_audited AFTER UPDATE OF edition ON public.explore_lists FOR EACH ROW WHEN ((old.edition IS DISTINCT FROM new.edition)) EXECUTE FUNCTION audit_list_shows();
CREATE TRIGGER explore_lists_audited AFTER INSERT OR DELETE OR UPDATE OF name, subtitle, countries, filled_by, category_id, language, max_age_days, deleted_at, hidden_at ON public.explore_lists FOR EACH ROW EXECUTE FUNCTION audit_record('list', 'list_id', 'name,subtitle,countries,filled_by,category_id,language,max_age_days,deleted_at,hidden_at', '');
CREATE TRIGGER favorites_count AFTER INSERT OR DELETE OR UPDATE ON public.favorites FOR EACH ROW EXECUTE FUNCTION count_followers();
CREATE TRIGGER favorites_event_inserted AFTER INSERT ON public.favorites FOR EACH ROW EXECUTE FUNCTION event_of_favorite();
CREATE TRIGGER feed_revisions_noted AFTER UPDATE ON public.feed_revisions FOR EACH ROW WHEN ((old.revision <> new.revision)) EXECUTE FUNCTION note_feed_change();
CREATE TRIGGER feed_revisions_noted_insert AFTER INSERT ON public.feed_revisions FOR EACH ROW EXECUTE FUNCTION note_feed_change();
CREATE TRIGGER follows_count AFTER INSERT OR DELETE OR UPDATE ON public.follows FOR EACH ROW EXECUTE FUNCTION count_follows();
CREATE TRIGGER follows_event_inserted AFTER INSERT ON public.follows FOR EACH ROW EXECUTE FUNCTION event_of_follower();
CREATE TRIGGER images_changed AFTER UPDATE ON public.images FOR EACH ROW WHEN ((old.cover_key IS DISTINCT FROM new.cover_key)) EXECUTE FUNCTION note_image_change();
CREATE CONSTRAINT TRIGGER images_stored AFTER INSERT OR DELETE OR UPDATE OF user_id, bytes ON public.images DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION store_file('bytes');
CREATE TRIGGER imports_event_updated AFTER UPDATE OF state ON public.imports FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['DONE'::text, 'FAILED'::text])) AND (NOT new.dry_run))) EXECUTE FUNCTION event_of_import();
CREATE TRIGGER likes_count AFTER INSERT OR DELETE OR UPDATE ON public.likes FOR EACH ROW EXECUTE FUNCTION count_likes();
CREATE TRIGGER lineitems_audited AFTER INSERT OR DELETE OR UPDATE OF campaign_id, team_id, name, external_id, notes, active, approved_at, canceled_at, priority_id, start_date, end_date, timezone, auto_extend_days, goal_pacing, goal_impressions, daily_cap, hard_cap, share_of_voice, price_type, price_amount, target_ads_type, target_midroll_position, target_geo, target_devices, target_os, target_apps, target_shows, target_episodes, target_categories, target_languages, target_tags, target_dayparts, frequency_cap, exclusions, max_per_download, deleted_at, third_party_impression_urls ON public.lineitems FOR EACH ROW EXECUTE FUNCTION audit_record('lineitem', 'lineitem_id', 'campaign_id,team_id,name,external_id,notes,active,approved_at,canceled_at,priority_id,start_date,end_date,timezone,auto_extend_days,goal_pacing,goal_impressions,daily_cap,hard_cap,share_of_voice,price_type,price_amount,target_ads_type,target_midroll_position,target_geo,target_devices,target_os,target_apps,target_shows,target_episodes,target_categories,target_languages,target_tags,target_dayparts,frequency_cap,exclusions,max_per_download,deleted_at', 'third_party_impression_urls');
CREATE TRIGGER lineitems_booked AFTER INSERT OR DELETE OR UPDATE ON public.lineitems FOR EACH STATEMENT EXECUTE FUNCTION note_booking_change();
CREATE TRIGGER lineitems_event_inserted AFTER INSERT ON public.lineitems FOR EACH ROW EXECUTE FUNCTION event_of_booking('lineitem');
CREATE TRIGGER lineitems_event_updated AFTER UPDATE ON public.lineitems FOR EACH ROW WHEN ((old.revision <> new.revision)) EXECUTE FUNCTION event_of_booking('lineitem');
CREATE TRIGGER message_reports_audited AFTER UPDATE ON public.message_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_reports();
CREATE TRIGGER message_reports_event_inserted AFTER INSERT ON public.message_reports FOR EACH ROW EXECUTE FUNCTION event_of_report();
CREATE TRIGGER messages_audited_update AFTER UPDATE ON public.messages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'messages', 'message_id', 'author_id,hidden_at,deleted_at');
CREATE TRIGGER messages_count AFTER INSERT OR DELETE OR UPDATE ON public.messages FOR EACH ROW EXECUTE FUNCTION count_messages();
CREATE TRIGGER messages_event_inserted AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION event_of_message();
CREATE TRIGGER organization_members_audited_delete AFTER DELETE ON public.organization_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'members', 'user_id', 'role');
CREATE TRIGGER organization_members_audited_insert AFTER INSERT ON public.organization_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'members', 'user_id', 'role');
CREATE TRIGGER organization_members_audited_update AFTER UPDATE ON public.organization_members REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'members', 'user_id', 'role');
CREATE TRIGGER organization_members_changed AFTER INSERT OR DELETE OR UPDATE ON public.organization_members FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();
CREATE TRIGGER organization_networks_audited_delete AFTER DELETE ON public.organization_networks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'networks', 'user_id', 'user_id');
CREATE TRIGGER organization_networks_audited_insert AFTER INSERT ON public.organization_networks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'networks', 'user_id', 'user_id');
CREATE TRIGGER organization_networks_audited_update AFTER UPDATE ON public.organization_networks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'networks', 'user_id', 'user_id');
CREATE TRIGGER organization_networks_changed AFTER INSERT OR DELETE OR UPDATE ON public.organization_networks FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();
CREATE TRIGGER organizations_audited AFTER INSERT OR DELETE OR UPDATE OF name, description, image_id, deleted_at, download_window ON public.organizations FOR EACH ROW EXECUTE FUNCTION audit_record('organization', 'organization_id', 'name,description,image_id,deleted_at,download_window', '');
CREATE TRIGGER organizations_changed AFTER DELETE OR UPDATE ON public.organizations FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();
CREATE TRIGGER pacing_event_updated AFTER UPDATE OF on_track ON public.pacing FOR EACH ROW WHEN ((old.on_track AND (NOT new.on_track))) EXECUTE FUNCTION event_of_pacing();
CREATE TRIGGER recounts_event_inserted AFTER INSERT ON public.recounts FOR EACH ROW EXECUTE FUNCTION event_of_recount();
CREATE TRIGGER show_collaborators_audited_delete AFTER DELETE ON public.show_collaborators REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'collaborators', 'user_id', 'user_id');
CREATE TRIGGER show_collaborators_audited_insert AFTER INSERT ON public.show_collaborators REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'collaborators', 'user_id', 'user_id');
CREATE TRIGGER show_collaborators_audited_update AFTER UPDATE ON public.show_collaborators REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'collaborators', 'user_id', 'user_id');
CREATE TRIGGER show_collaborators_changed AFTER INSERT OR DELETE OR UPDATE ON public.show_collaborators FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();
CREATE TRIGGER show_counts_changed AFTER UPDATE ON public.show_counts REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_show_counts();
CREATE TRIGGER show_counts_search AFTER UPDATE ON public.show_counts FOR EACH ROW WHEN (((((old.listenable_episodes_count > 0) OR (old.editable_episodes_count = 0)) IS DISTINCT FROM ((new.listenable_episodes_count > 0) OR (new.editable_episodes_count = 0))) OR (old.last_episode_at IS DISTINCT FROM new.last_episode_at))) EXECUTE FUNCTION search_follow_counts();
CREATE TRIGGER show_feed_tags_audited_delete AFTER DELETE ON public.show_feed_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'feed_tags', 'noun', 'value');
CREATE TRIGGER show_feed_tags_audited_insert AFTER INSERT ON public.show_feed_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'feed_tags', 'noun', 'value');
CREATE TRIGGER show_feed_tags_audited_update AFTER UPDATE ON public.show_feed_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'feed_tags', 'noun', 'value');
CREATE TRIGGER show_feed_tags_leave_feed AFTER DELETE ON public.show_feed_tags FOR EACH ROW EXECUTE FUNCTION move_feed_of_old_show();
CREATE TRIGGER show_feed_tags_move_feed AFTER INSERT OR UPDATE ON public.show_feed_tags FOR EACH ROW EXECUTE FUNCTION move_feed_of_show();
CREATE TRIGGER show_feeds_audited_delete AFTER DELETE ON public.show_feeds REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'feed', '', 'mode,prepend_url,redirect_url,show_email,item_limit');
CREATE TRIGGER show_feeds_audited_insert AFTER INSERT ON public.show_feeds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'feed', '', 'mode,prepend_url,redirect_url,show_email,item_limit');
CREATE TRIGGER show_feeds_audited_update AFTER UPDATE ON public.show_feeds REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('show', 'show_id', 'feed', '', 'mode,prepend_url,redirect_url,show_email,item_limit');
CREATE TRIGGER show_feeds_event_inserted AFTER INSERT ON public.show_feeds FOR EACH ROW WHEN ((new.mode = 'REDIRECT'::text)) EXECUTE FUNCTION event_of_feed();
CREATE TRIGGER show_feeds_event_updated AFTER UPDATE ON public.show_feeds FOR EACH ROW WHEN (((new.mode = 'REDIRECT'::text) AND ((old.mode IS DISTINCT FROM new.mode) OR (old.redirect_url IS DISTINCT FROM new.redirect_url)))) EXECUTE FUNCTION event_of_feed();
CREATE TRIGGER show_feeds_move_feed AFTER INSERT OR UPDATE ON public.show_feeds FOR EACH ROW EXECUTE FUNCTION move_feed_of_show();
CREATE TRIGGER show_plays_changed AFTER UPDATE ON public.show_plays REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_show_counts();
CREATE TRIGGER show_plays_changed_delete AFTER DELETE ON public.show_plays REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_show_counts();
CREATE TRIGGER show_plays_changed_insert AFTER INSERT ON public.show_plays REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION note_show_counts();
CREATE TRIGGER show_plays_event_updated AFTER UPDATE ON public.show_plays FOR EACH ROW WHEN ((length((new.downloads_count)::text) > GREATEST(length((old.downloads_count)::text), 2))) EXECUTE FUNCTION event_of_milestone('show');
CREATE TRIGGER shows_audited AFTER DELETE OR UPDATE OF author_id, title, permalink, description, description_html, episode_description_footer_html, language, category_id, category_2_id, category_3_id, explicit, itunes_type, episodes_sorting, visibility, website_url, socialnet1_url, socialnet1_page_id, socialnet1_page_name, socialnet2_name, voipchat_name, owner_name, author_name, copyright, image_id, deleted_at, delivery_profile, loudness_normalisation, default_breaks, timezone, limited_key, email, tel_number, sms_number, import_feed_url ON public.shows FOR EACH ROW EXECUTE FUNCTION audit_record('show', 'show_id', 'author_id,title,permalink,description,description_html,episode_description_footer_html,language,category_id,category_2_id,category_3_id,explicit,itunes_type,episodes_sorting,visibility,website_url,socialnet1_url,socialnet1_page_id,socialnet1_page_name,socialnet2_name,voipchat_name,owner_name,author_name,copyright,image_id,deleted_at,delivery_profile,loudness_normalisation,default_breaks,timezone', 'limited_key,email,tel_number,sms_number,import_feed_url');
CREATE TRIGGER shows_audited_insert AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_records('show', 'show_id', 'author_id,title,permalink,description,description_html,episode_description_footer_html,language,category_id,category_2_id,category_3_id,explicit,itunes_type,episodes_sorting,visibility,website_url,socialnet1_url,socialnet1_page_id,socialnet1_page_name,socialnet2_name,voipchat_name,owner_name,author_name,copyright,image_id,deleted_at,delivery_profile,loudness_normalisation,default_breaks,timezone', 'limited_key,email,tel_number,sms_number,import_feed_url');
CREATE TRIGGER shows_changed AFTER UPDATE ON public.shows FOR EACH ROW WHEN (((NOT (old.quality IS DISTINCT FROM new.quality)) OR (old.revision <> new.revision))) EXECUTE FUNCTION note_show_change();
CREATE TRIGGER shows_changed_delete AFTER DELETE ON public.shows FOR EACH ROW EXECUTE FUNCTION note_show_change();
CREATE TRIGGER shows_changed_insert AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_new_shows();
CREATE TRIGGER shows_event_inserted AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION events_of_new_shows();
CREATE TRIGGER shows_event_updated AFTER UPDATE ON public.shows FOR EACH ROW WHEN ((old.revision <> new.revision)) EXECUTE FUNCTION event_of_show();
CREATE TRIGGER shows_make_counts AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION make_show_counts();
CREATE TRIGGER shows_make_feed AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION make_feed_revisions();
CREATE TRIGGER shows_move_feed AFTER UPDATE ON public.shows FOR EACH ROW EXECUTE FUNCTION move_feed_of_show();
CREATE TRIGGER shows_ranked AFTER UPDATE OF category_id, category_2_id, category_3_id ON public.shows FOR EACH ROW EXECUTE FUNCTION rank_show();
CREATE TRIGGER shows_ranked_insert AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rank_new_shows();
CREATE TRIGGER shows_removed AFTER UPDATE ON public.shows FOR EACH ROW WHEN (((old.visibility = 'PUBLIC'::text) AND (old.deleted_at IS NULL) AND ((new.visibility <> 'PUBLIC'::text) OR (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION note_removed_show();
CREATE TRIGGER shows_search_inserted AFTER INSERT ON public.shows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follow_shows();
CREATE TRIGGER shows_search_updated AFTER UPDATE ON public.shows REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follow_shows();
CREATE TRIGGER site_identity_audited AFTER INSERT OR DELETE OR UPDATE OF name, tagline, accent, about, imprint, privacy, contact, logo ON public.site_identity FOR EACH ROW EXECUTE FUNCTION audit_record('site', '', 'name,tagline,accent,about,imprint,privacy,contact', 'logo');
CREATE TRIGGER site_identity_changed AFTER INSERT OR DELETE OR UPDATE ON public.site_identity FOR EACH STATEMENT EXECUTE FUNCTION note_site_change();
CREATE TRIGGER teams_audited_delete AFTER DELETE ON public.teams REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'teams', 'team_id', 'team_id');
CREATE TRIGGER teams_audited_insert AFTER INSERT ON public.teams REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'teams', 'team_id', 'team_id');
CREATE TRIGGER teams_audited_update AFTER UPDATE ON public.teams REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('organization', 'organization_id', 'teams', 'team_id', 'team_id');
CREATE TRIGGER transcripts_audited_delete AFTER DELETE ON public.transcripts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url,media_key');
CREATE TRIGGER transcripts_audited_insert AFTER INSERT ON public.transcripts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url,media_key');
CREATE TRIGGER transcripts_audited_update AFTER UPDATE ON public.transcripts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('episode', 'episode_id', 'transcripts', 'transcript_id', 'type,language,rel,url,media_key');
CREATE TRIGGER transcripts_move_feeds_deleted AFTER DELETE ON public.transcripts REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER transcripts_move_feeds_inserted AFTER INSERT ON public.transcripts REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE TRIGGER transcripts_move_feeds_updated AFTER UPDATE ON public.transcripts REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION move_feeds_of_parts();
CREATE CONSTRAINT TRIGGER transcripts_stored AFTER INSERT OR DELETE OR UPDATE OF user_id, bytes ON public.transcripts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION store_file('bytes');
CREATE CONSTRAINT TRIGGER uploads_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON public.uploads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION store_file('bytes');
CREATE TRIGGER user_collaborators_audited_delete AFTER DELETE ON public.user_collaborators REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('user', 'network_user_id', 'collaborators', 'user_id', 'user_id');
CREATE TRIGGER user_collaborators_audited_insert AFTER INSERT ON public.user_collaborators REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('user', 'network_user_id', 'collaborators', 'user_id', 'user_id');
CREATE TRIGGER user_collaborators_audited_update AFTER UPDATE ON public.user_collaborators REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_part('user', 'network_user_id', 'collaborators', 'user_id', 'user_id');
CREATE TRIGGER user_collaborators_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_collaborators FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();
CREATE TRIGGER users_audited AFTER UPDATE OF is_admin, plan, verified, deleted_at, erased_at, suspended_at, suspension_reason ON public.users FOR EACH ROW EXECUTE FUNCTION audit_record('user', 'user_id', 'is_admin,plan,verified,deleted_at,erased_at,suspended_at,suspension_reason', '');
CREATE TRIGGER users_changed AFTER UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION note_user_change();
CREATE TRIGGER users_forget_listening AFTER UPDATE ON public.users FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION forget_listening();
CREATE TRIGGER users_make_counts AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION make_user_counts();
CREATE TRIGGER users_move_feeds AFTER UPDATE ON public.users FOR EACH ROW WHEN ((old.fullname IS DISTINCT FROM new.fullname)) EXECUTE FUNCTION move_feeds_of_author();
CREATE TRIGGER users_search AFTER UPDATE OF fullname ON public.users FOR EACH ROW WHEN ((old.fullname IS DISTINCT FROM new.fullname)) EXECUTE FUNCTION search_follow_users();
