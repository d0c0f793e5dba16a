-- The language of a person's pages (null: as the browser asks), and when a closed account was erased for good.
alter table users add column language text, add column erased_at timestamptz;
create index users_to_erase on users (deleted_at) where deleted_at is not null and erased_at is null;
