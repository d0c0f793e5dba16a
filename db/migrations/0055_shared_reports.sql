-- expand
-- The address of a campaign's report for its sponsor: the SHA-256 of its token, and when it ends. null: not shared.
alter table campaigns add column share_digest bytea, add column share_expires_at timestamptz;
