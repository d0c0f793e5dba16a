-- expand
-- How far the logs of edges (CDNs, proxies that cache) have been counted: one row for each object, such as a file.
create table edge_log_objects (
  object bytea primary key,
  -- For people: the path or address at its last import.
  name text not null,
  -- Uncompressed bytes that have been counted, always up to the end of a line.
  bytes bigint not null,
  -- Length in bytes and SHA-256 of the last of these lines: if there is another one, it is another content.
  last_length integer not null,
  last_line bytea not null,
  updated_at timestamptz not null default now()
);

-- Requests that were counted from logs, by the day on which they ended, so that a line that arrives twice counts once.
create table edge_requests (
  day date not null,
  request bytea not null,
  primary key (day, request)
);
