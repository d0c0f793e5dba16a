-- Organizations, their team, members and networks.

create table organizations (
  organization_id bigint generated always as identity primary key,
  name text not null,
  description text not null default '',
  image_id bigint references images,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision bigint not null default nextval('revisions')
);
create index organizations_image_id on organizations (image_id) where image_id is not null;

-- The side of an organization that does business in advertising; it may be absent.
create table teams (
  team_id bigint generated always as identity primary key,
  organization_id bigint not null unique references organizations,
  created_at timestamptz not null default now()
);

create table organization_members (
  organization_id bigint not null references organizations,
  user_id bigint not null references users,
  role text not null check (role in ('admin', 'editor', 'analyst', 'ad_manager')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index organization_members_user_id on organization_members (user_id);

-- Users whose shows belong to the organization; a user belongs to one at most.
create table organization_networks (
  user_id bigint primary key references users,
  organization_id bigint not null references organizations,
  created_at timestamptz not null default now()
);
create index organization_networks_organization_id on organization_networks (organization_id);
