-- The code that lets the operator set up a server without users: only its hash, and only one at a time.
create table setup_codes (
  is_only boolean primary key default true check (is_only),
  code_hash bytea not null,
  made_at timestamptz not null
);
