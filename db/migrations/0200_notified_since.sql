-- expand
-- Since when a follower has wanted to hear of new episodes without a break; null: since `created_at`. Who follows a show
-- does not get the events of episodes that were published before.
alter table favorites add column notified_since timestamptz;
