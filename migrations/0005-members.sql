-- expand
-- Invitations to a profile. With a role the one who accepts becomes a member; without one it only lets a person connect
-- an account. They are used up, replaced or revoked at most once.
create table profile_invite (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  token_hash bytea not null unique,
  role text check (role in ('admin', 'editor', 'viewer')),
  email text,
  mailed boolean not null,
  invited_by uuid not null references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index profile_invite_open on profile_invite (profile_id, id) where ended_at is null;
create index profile_invite_inviter on profile_invite (invited_by, created_at);
create index profile_invite_email on profile_invite (lower(email)) where email is not null;
create index profile_invite_expiry on profile_invite (expires_at);
