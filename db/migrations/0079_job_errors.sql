-- expand
-- Why the last attempt at a user's job failed; null: none has.
alter table owned_jobs add column last_error text;
