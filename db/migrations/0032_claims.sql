-- A claim is a reservation whose rendition is still being made: it has neither digest nor segment. Until now it had
-- 16 random bytes for a digest, and was recognised by their number.

alter table reservations drop constraint reservations_pkey;
alter table reservations
  alter column digest drop not null,
  alter column segment drop not null;
update reservations set digest = null, segment = null where octet_length(digest) = 16;

drop index reservations_reservation_id;
alter table reservations
  add primary key (reservation_id),
  add unique (digest, segment, listener),
  add check ((digest is null) = (segment is null));
