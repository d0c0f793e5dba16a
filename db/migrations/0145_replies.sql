-- expand
-- The message that a message replies to, below the same episode. Without it, a message of the team replies to all before it.
alter table messages add column reply_to_id bigint;
