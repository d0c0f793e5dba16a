-- Imports that say what they would change, and change nothing.
alter table imports add column dry_run boolean not null default false;
