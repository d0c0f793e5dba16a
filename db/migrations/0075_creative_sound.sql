-- expand
-- What was measured of a creative's audio: of the upload, and as listeners hear it. null: not measured yet.
alter table creatives add column sound jsonb;

-- Creatives from before are measured by jobs that this queues.
insert into background_migrations (name) values ('creatives.sound')
on conflict (name) do update set after = '', done = 0, total = null, finished_at = null;
