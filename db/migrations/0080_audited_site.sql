-- expand
-- How the site presents itself is in the audit log as the subject `site:1`; of the logo only the fact that it changed.
create or replace trigger site_identity_audited after insert or delete or update of
  name, tagline, accent, about, imprint, privacy, contact, logo
  on site_identity for each row execute function audit_record('site', '',
  'name,tagline,accent,about,imprint,privacy,contact', 'logo');
