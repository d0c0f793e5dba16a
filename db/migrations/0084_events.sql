-- expand
-- Events: what happened, written by triggers in the transaction that changes a record (db/functions/events.sql). One
-- publisher moves them from the outbox to `events` and numbers them there, so that no number appears late.
create table event_outbox (
  event_id bigint generated always as identity primary key,
  type text not null,
  at timestamptz not null default clock_timestamp(),
  -- Who may read it: those who edit the show, read the team's advertising, or are the user. Without any: everybody.
  show_id bigint,
  team_id bigint,
  user_id bigint,
  data jsonb not null
);

create table events (
  sequence bigint generated always as identity primary key,
  type text not null,
  at timestamptz not null,
  show_id bigint,
  team_id bigint,
  user_id bigint,
  data jsonb not null
);
-- Events are numbered in the order of their times but for seconds: the job that deletes old ones reads a few blocks.
create index events_at on events using brin (at) with (pages_per_range = 16);

-- Events that happen once, such as a milestone, or once a day.
create table event_marks (
  type text,
  subject_id bigint,
  level bigint,
  at timestamptz not null default now(),
  primary key (type, subject_id, level)
);

-- The delivery status of each line item that the last event told of.
create table lineitem_states (
  lineitem_id bigint primary key,
  delivery_status text not null
);

create function event_of_show() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_episode() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_import() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_feed() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_message() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_report() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_follower() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_favorite() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_milestone() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_booking() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_pacing() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_creative() returns trigger language plpgsql as $$ begin return null; end $$;
create function event_of_recount() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger shows_event_inserted after insert on shows for each row execute function event_of_show();
create trigger shows_event_updated after update on shows for each row
  when (old.revision <> new.revision) execute function event_of_show();

create trigger episodes_event_inserted after insert on episodes for each row execute function event_of_episode();
create trigger episodes_event_updated after update on episodes for each row
  when (old.revision <> new.revision or old.listenable <> new.listenable or old.encoding_status <> new.encoding_status)
  execute function event_of_episode();

create trigger imports_event_updated after update of state on imports for each row
  when (old.state <> new.state and new.state in ('DONE', 'FAILED') and not new.dry_run)
  execute function event_of_import();

create trigger show_feeds_event_inserted after insert on show_feeds for each row
  when (new.mode = 'REDIRECT') execute function event_of_feed();
create trigger show_feeds_event_updated after update on show_feeds for each row
  when (new.mode = 'REDIRECT' and (old.mode, old.redirect_url) is distinct from (new.mode, new.redirect_url))
  execute function event_of_feed();

create trigger messages_event_inserted after insert on messages for each row execute function event_of_message();
create trigger message_reports_event_inserted after insert on message_reports for each row
  execute function event_of_report();
create trigger follows_event_inserted after insert on follows for each row execute function event_of_follower();
create trigger favorites_event_inserted after insert on favorites for each row execute function event_of_favorite();

-- The number of digits grows with each power of ten, which costs less to find than a logarithm.
create trigger episode_plays_event_updated after update on episode_plays for each row
  when (length(new.downloads_count::text) > greatest(length(old.downloads_count::text), 2))
  execute function event_of_milestone('episode');
create trigger show_plays_event_updated after update on show_plays for each row
  when (length(new.downloads_count::text) > greatest(length(old.downloads_count::text), 2))
  execute function event_of_milestone('show');

create trigger advertisers_event_inserted after insert on advertisers for each row
  execute function event_of_booking('advertiser');
create trigger advertisers_event_updated after update on advertisers for each row
  when (old.revision <> new.revision) execute function event_of_booking('advertiser');
create trigger campaigns_event_inserted after insert on campaigns for each row
  execute function event_of_booking('campaign');
create trigger campaigns_event_updated after update on campaigns for each row
  when (old.revision <> new.revision) execute function event_of_booking('campaign');
create trigger lineitems_event_inserted after insert on lineitems for each row
  execute function event_of_booking('lineitem');
create trigger lineitems_event_updated after update on lineitems for each row
  when (old.revision <> new.revision) execute function event_of_booking('lineitem');

create trigger pacing_event_updated after update of on_track on pacing for each row
  when (old.on_track and not new.on_track) execute function event_of_pacing();
create trigger creatives_event_updated after update of status on creatives for each row
  when (old.status <> new.status and new.status in ('READY', 'ERROR')) execute function event_of_creative();
create trigger recounts_event_inserted after insert on recounts for each row execute function event_of_recount();
