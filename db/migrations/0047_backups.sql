-- expand
-- Backups that were begun: for the age of the last good one in metrics and `longwave doctor`.
create table backups (
  backup_id bigint generated always as identity primary key,
  -- Name of the set in the archive.
  name text not null,
  -- Folder or bucket, without secrets.
  place text not null,
  began_at timestamptz not null,
  -- null: it is running, or was killed.
  ended_at timestamptz,
  -- Why it failed; null: it did not.
  failure text,
  -- Files that the database refers to and that the media store did not have.
  missing_files integer not null default 0,
  -- What this backup added to the archive.
  added_bytes bigint not null default 0
);
create index backups_began_at on backups (began_at);
