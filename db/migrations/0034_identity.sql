-- How the operator presents this installation: at most one row. A column that is null leaves the setting of the
-- environment in force. The logo is in the row, because it is small (240 x 240 pixels at most) and every process shows it.

create table site_identity (
  only_one boolean primary key default true check (only_one),
  name text check (char_length(name) between 1 and 60),
  tagline text check (char_length(tagline) <= 140),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  about text check (char_length(about) <= 5000),
  logo bytea check (octet_length(logo) <= 65536)
);
