-- expand
-- Impressions and revenue of line items by show and creative, for each day. Accrued prices belong to neither.
create table ad_details (
  campaign_id bigint not null,
  start date not null,
  lineitem_id bigint not null,
  show_id bigint not null,
  creative_id bigint not null,
  impressions bigint not null,
  revenue numeric not null,
  primary key (campaign_id, start, lineitem_id, show_id, creative_id)
);
create index ad_details_start on ad_details (start);

-- What was counted before this version: `rollups.rebuild` goes through these months.
insert into rollup_rebuilds (month)
select distinct date_trunc('month', start)::date from ad_rollups where level = 2 and span = 1
on conflict do nothing;
