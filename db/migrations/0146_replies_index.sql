-- expand
-- The replies to a message: whether it has one is asked for each message of a list.
create index concurrently if not exists messages_replies on messages (reply_to_id, author_id)
  where reply_to_id is not null and deleted_at is null;
