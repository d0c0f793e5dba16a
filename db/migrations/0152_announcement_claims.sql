-- expand
-- Until when one process sends an announcement: no other one sends the same meanwhile.
alter table announcements add column claimed_until timestamptz;
