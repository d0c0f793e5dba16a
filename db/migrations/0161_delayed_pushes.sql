-- expand
-- Episodes that are pushed to people when their quiet hours end.
create table delayed_pushes (
  user_id bigint not null references users,
  episode_id bigint not null references episodes on delete cascade,
  -- While they are being sent, when that counts as given up.
  due_at timestamptz not null,
  primary key (user_id, episode_id)
);
create index delayed_pushes_due on delayed_pushes (due_at, episode_id);
create index delayed_pushes_of_episode on delayed_pushes (episode_id);
