-- expand
-- What every later table stands on: time, the installation, people and what they may do, profiles, and the ledgers of
-- the edge. Times are UTC instants from ph.now(); ids are UUIDv7 made by the application.

create schema ph;

-- The one clock of the database. Tests replace its body, so no statement may ask the server for the time itself.
create function ph.now() returns timestamptz language sql stable as 'select pg_catalog.now()';

-- One row. Locking it serialises what may happen only once, such as taking the first account's place.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  public_url text,
  last_seen_at timestamptz,
  hold_reason text,
  setup_code_hash bytea,
  created_at timestamptz not null
);

create table app_user (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text,
  email_verified boolean not null default false,
  name text not null,
  avatar text,
  timezone text not null default 'UTC',
  locale text not null default 'en',
  role text not null check (role in ('user', 'support', 'admin', 'superadmin')),
  plan text not null,
  subscription_status text not null default 'active' check (subscription_status in ('active', 'past_due', 'cancelled')),
  past_due_since timestamptz,
  mfa_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (issuer, subject)
);
create unique index app_user_email on app_user (issuer, lower(email));

-- The embedded identity provider: what only it needs is kept apart from the person.
create table password_credential (
  uid uuid primary key references app_user on delete cascade,
  password_hash text not null,
  updated_at timestamptz not null
);

create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- A sign-in and what follows from it: the family that a refresh token belongs to.
create table sign_in_session (
  id uuid primary key,
  uid uuid not null references app_user on delete cascade,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_in_session_uid on sign_in_session (uid);
create index sign_in_session_expiry on sign_in_session (expires_at);

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references sign_in_session on delete cascade,
  issued_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

create table sign_up_invite (
  token_hash bytea primary key,
  email text not null,
  invited_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table profile (
  id uuid primary key,
  owner_uid uuid not null references app_user on delete cascade,
  name text not null,
  avatar text,
  brand_color text,
  timezone text,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (owner_uid, id)
);
create index profile_live on profile (owner_uid, id) where deleted_at is null;
create index profile_trash on profile (deleted_at) where deleted_at is not null;

create table profile_member (
  profile_id uuid not null references profile on delete cascade,
  uid uuid not null references app_user on delete cascade,
  role text not null check (role in ('admin', 'editor', 'viewer')),
  created_at timestamptz not null,
  primary key (profile_id, uid)
);
create index profile_member_uid on profile_member (uid);

-- The composite keys make a link between two owners' profiles impossible to store.
create table profile_link (
  id uuid primary key,
  owner_uid uuid not null,
  parent_id uuid not null,
  child_id uuid not null,
  inheritance_rules jsonb not null default '{}',
  created_at timestamptz not null,
  removed_at timestamptz,
  foreign key (owner_uid, parent_id) references profile (owner_uid, id) on delete cascade,
  foreign key (owner_uid, child_id) references profile (owner_uid, id) on delete cascade,
  check (parent_id <> child_id)
);
create unique index profile_link_live on profile_link (parent_id, child_id) where removed_at is null;
create index profile_link_owner on profile_link (owner_uid, id);
create index profile_link_child on profile_link (child_id) where removed_at is null;
create index profile_link_history on profile_link (parent_id) where removed_at is not null;

create table api_key (
  id uuid primary key,
  uid uuid not null references app_user on delete cascade,
  name text not null,
  secret_hash bytea not null unique,
  display_prefix text not null,
  scopes text[] not null,
  profile_ids uuid[],
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_uid on api_key (uid, id);

-- Who did what, written in the transaction that does it.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  actor_uid uuid,
  actor_kind text not null check (actor_kind in ('user', 'api-key', 'system')),
  actor_key_id uuid,
  owner_uid uuid,
  action text not null,
  subject text not null,
  changes jsonb not null default '{}',
  request_id text
);
create index audit_entry_actor on audit_entry (actor_uid, id desc);
create index audit_entry_owner on audit_entry (owner_uid, id desc);

-- Everything that happened, readable in commit order: (tx, id) below the oldest open transaction skips nothing.
create table event (
  id uuid primary key,
  tx xid8 not null default pg_current_xact_id(),
  owner_uid uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null
);
create index event_feed on event (owner_uid, tx, id);

-- Answers kept for Idempotency-Key. The reply is sealed, since it may hold what is shown once.
create table idempotency (
  uid uuid not null references app_user on delete cascade,
  operation text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status int not null,
  sealed_reply bytea not null,
  created_at timestamptz not null,
  primary key (uid, operation, idempotency_key)
);
create index idempotency_age on idempotency (created_at);

-- Losing these at a crash only forgives some requests, so they need no write-ahead log.
create unlogged table rate_window (
  bucket text not null,
  window_start timestamptz not null,
  used int not null,
  primary key (bucket, window_start)
) with (fillfactor = 50);

-- One row for each planned run, so that any number of nodes starts it once.
create table cron_run (
  name text not null,
  scheduled_for timestamptz not null,
  started_at timestamptz not null,
  primary key (name, scheduled_for)
);
