-- expand
-- The audit log records until when the report of a campaign is shared, and that its address changed.
create or replace trigger campaigns_audited
after insert or delete or update of team_id, advertiser_id, name, currency, external_id, budget_amount, frequency_cap, deleted_at, share_expires_at, share_digest
on campaigns for each row execute function audit_record('campaign', 'campaign_id',
  'team_id,advertiser_id,name,currency,external_id,budget_amount,frequency_cap,deleted_at,share_expires_at', 'share_digest');
