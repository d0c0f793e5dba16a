-- expand
-- The last message of a team below an episode: without it, all messages of a busy editor are read for each episode.
create index concurrently if not exists messages_answers on messages (episode_id, author_id, message_id)
  where deleted_at is null;
