-- expand
-- What the footer of every page links to: the operator's legal notice and privacy policy, each the address of a page
-- elsewhere or the text of a page here, and a way to reach them. A column that is null leaves the setting in force.
alter table site_identity
  add column imprint text,
  add column privacy text,
  add column contact text;
