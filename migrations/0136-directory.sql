-- expand
-- People and groups that a company's directory manages here through SCIM.

create table directory_user (
  uid uuid primary key references app_user on delete cascade,
  user_name text not null check (length(user_name) between 1 and 320),
  -- The directory's own ID of the person.
  external_id text check (length(external_id) between 1 and 255),
  given_name text check (length(given_name) <= 100),
  family_name text check (length(family_name) <= 100),
  -- When the directory disabled the account. If the account has another time, an administrator disabled it.
  disabled_at timestamptz,
  -- The role that groups give, and the one to return to without them. Null if no group gives a role.
  given_role text check (given_role in ('support', 'admin', 'superadmin')),
  own_role text check (own_role in ('user', 'support', 'admin', 'superadmin')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set when the directory deletes the person. The account stays, disabled.
  removed_at timestamptz,
  check ((given_role is null) = (own_role is null))
);
create unique index directory_user_name on directory_user (lower(user_name)) where removed_at is null;
create index directory_user_external_id on directory_user (external_id) where external_id is not null;

create table directory_group (
  id uuid primary key,
  display_name text not null check (length(display_name) between 1 and 256),
  external_id text check (length(external_id) between 1 and 255),
  -- The role in the installation that members get.
  role text check (role in ('support', 'admin', 'superadmin')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index directory_group_name on directory_group (lower(display_name));

create table directory_group_member (
  group_id uuid not null references directory_group on delete cascade,
  uid uuid not null references app_user on delete cascade,
  primary key (group_id, uid)
);
create index directory_group_member_uid on directory_group_member (uid);

-- The brands that members of a group get a role on.
create table directory_grant (
  group_id uuid not null references directory_group on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  role text not null check (role in ('admin', 'editor', 'approver', 'contributor', 'viewer')),
  primary key (group_id, profile_id)
);
create index directory_grant_profile on directory_grant (profile_id);

-- The memberships that groups give now, and the role to return to without them (null: none).
create table directory_membership (
  profile_id uuid not null references profile on delete cascade,
  uid uuid not null references app_user on delete cascade,
  given_role text not null check (given_role in ('admin', 'editor', 'approver', 'contributor', 'viewer')),
  own_role text check (own_role in ('admin', 'editor', 'approver', 'contributor', 'viewer')),
  primary key (profile_id, uid)
);
create index directory_membership_uid on directory_membership (uid);

create table directory_contact (
  only_row boolean primary key default true check (only_row),
  last_request_at timestamptz not null
);

alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('user', 'api-key', 'app', 'system', 'directory'));
