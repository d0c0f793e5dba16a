-- expand
-- A pin is found by its rendition for deletion only; the hash takes a third of the room.
create index concurrently if not exists pins_of_rendition on pins using hash (digest);
