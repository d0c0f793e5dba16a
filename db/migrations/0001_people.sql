-- People, their tokens and their pictures.

-- One value per edit of any record: what If-Match compares.
create sequence revisions as bigint;

-- A picture in all its sizes. Keys name files of the media store; original_key is never served.
create table images (
  image_id bigint generated always as identity primary key,
  original_key text not null,
  upright_key text not null,
  square_key text not null,
  feed_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);

create table users (
  user_id bigint generated always as identity primary key,
  username text not null,
  fullname text not null,
  description text not null default '',
  email text not null,
  password_hash text,
  is_admin boolean not null default false,
  plan text not null default 'basic',
  verified boolean not null default false,
  contact_email text,
  website_url text,
  location text,
  location_latitude double precision,
  location_longitude double precision,
  gender text,
  birthday date,
  show_age boolean not null default false,
  content_languages text[] not null default '{}',
  timezone text,
  favorites_public boolean not null default true,
  image_id bigint references images,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);
create unique index users_username_key on users (username);
create unique index users_email_key on users (lower(email));
create index users_image_id on users (image_id) where image_id is not null;

-- Personal access tokens; only the SHA-256 of a token is kept.
create table tokens (
  token_hash bytea primary key,
  user_id bigint not null references users,
  scope text not null default 'basic',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index tokens_user_id on tokens (user_id);
