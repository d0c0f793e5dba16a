-- revision: 2
-- Triggers that run when a booking changes.

-- Deletes the line items of a deleted campaign, so that queries of line items need not check the campaign.
create or replace function delete_lineitems_of_campaign() returns trigger language plpgsql as $$
begin
  update lineitems
  set deleted_at = new.deleted_at, updated_at = now(), revision = nextval('revisions')
  where campaign_id = new.campaign_id and deleted_at is null;
  return null;
end $$;

-- Notifies the ad servers of all processes that bookings have changed, so that they reload them.
create or replace function note_booking_change() returns trigger language plpgsql as $$
begin
  insert into booking_changes default values;
  return null;
end $$;
