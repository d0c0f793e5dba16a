-- expand
-- When an editor said that a message needs no answer.
alter table messages add column settled_at timestamptz;
