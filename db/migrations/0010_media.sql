-- The audio of episodes: what was uploaded, what is served, how far its making has come.

alter table shows
  -- What an upload is encoded to; profiles are named in features/episodes.
  add column delivery_profile text not null default 'mp3-128-stereo',
  add column loudness_normalisation boolean not null default true;

alter table episodes
  -- The file that is served, and the upload as it came. While a replacement is being encoded,
  -- media_key is still the old one.
  add column media_key text,
  add column original_key text,
  -- What waits to be encoded: a file of the store, or an address it is fetched from. encoding_id is
  -- new with each; the work on one that is no longer the latest comes to nothing.
  add column upload_key text,
  add column encoding_id bigint,
  -- Where the audio was, or is being, copied from; null for what people uploaded themselves.
  add column source_url text,
  -- Publish at the first audio: neither a date nor a wish to wait was given.
  add column publish_when_ready boolean not null default false,
  -- The ID3v2 head of the file served, and its MPEG frames: what thresholds and stitching are computed from.
  add column media_header_bytes integer,
  add column media_frames integer,
  add column loudness_lufs real,
  add column encoding_progress smallint not null default 0 check (encoding_progress between 0 and 100);

create index episodes_scheduled on episodes (auto_published_at)
  where auto_published_at is not null and deleted_at is null;
create index episodes_in_the_making on episodes (episode_id)
  where encoding_id is not null and deleted_at is null;

-- What can be played decides, not the state of an encoding: old audio serves until the new is there.
alter table episodes drop column listenable;
alter table episodes add column listenable boolean not null generated always as (
  deleted_at is null and published_at is not null and not hidden and visibility = 'PUBLIC'
  and (media_key is not null or (type = 'EXTERNAL' and media_url is not null))
  and type <> 'DRAFT') stored;
create index episodes_show_listenable on episodes (show_id, published_at desc, episode_id desc) where listenable;
create index episodes_author_listenable on episodes (author_id, published_at desc, episode_id desc) where listenable;

-- Files that arrive in several requests (tus); what has come of each lies in DATA_DIR/uploads.
create table uploads (
  upload_id text primary key,
  user_id bigint not null references users,
  -- The library's record of it: announced length, metadata, time.
  info jsonb not null,
  created_at timestamptz not null
);
create index uploads_user_id on uploads (user_id);
create index uploads_created_at on uploads (created_at);
