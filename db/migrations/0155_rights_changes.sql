-- expand
-- Who may edit what: responses that are kept for callers with a token are made of that, too.
create function note_rights_change() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger show_collaborators_changed after insert or update or delete on show_collaborators
  for each statement execute function note_rights_change();
create trigger user_collaborators_changed after insert or update or delete on user_collaborators
  for each statement execute function note_rights_change();
create trigger organization_members_changed after insert or update or delete on organization_members
  for each statement execute function note_rights_change();
create trigger organization_networks_changed after insert or update or delete on organization_networks
  for each statement execute function note_rights_change();
create trigger organizations_changed after update or delete on organizations
  for each statement execute function note_rights_change();
