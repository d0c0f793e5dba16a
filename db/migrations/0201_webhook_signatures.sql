-- expand
-- Whether requests of a webhook are signed with a private key, whose public key its receiver knows (v1a of Standard
-- Webhooks 1.0), or with a secret that its receiver knows too (v1).
alter table webhooks add column is_asymmetric boolean not null default false;
