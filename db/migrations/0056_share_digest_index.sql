-- expand
-- For the page that a sponsor opens.
create index concurrently if not exists campaigns_share_digest on campaigns (share_digest) where share_digest is not null;
