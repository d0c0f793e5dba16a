-- expand
-- Pins are deleted once they have expired, in about the order in which they were made.
create index concurrently if not exists pins_expiry on pins using brin (expires_at) with (pages_per_range = 16);
