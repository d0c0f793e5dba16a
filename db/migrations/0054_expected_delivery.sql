-- expand
-- What the pacing curve of a line item asks for, so that lists can compare deliveries with it.
-- due: how many should be delivered by updated_at; projected: how many the supply allows by the end. null: unknown.
alter table pacing add column due bigint, add column projected bigint;
