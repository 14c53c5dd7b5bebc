-- expand
-- Whom we publish as. What a person connects is three things: the account at the network (one row, however often it is
-- connected: the lane that all its work goes through), what somebody granted to us there (the thing that expires and
-- rotates; several pages may share one), and the connection of the two to a profile.

create table remote_account (
  id uuid primary key,
  network text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  -- The network's own id, as text.
  remote_id text not null,
  -- The lane: who works on it, until when, and the fence that grows with each claim. None of these is indexed.
  lease_until timestamptz not null default '-infinity',
  holder text,
  fence bigint not null default 0,
  parked_until timestamptz not null default '-infinity',
  park_why text,
  -- Nothing goes out before, so that what comes late does not come in a burst.
  least_gap_until timestamptz not null default '-infinity',
  unique (network, mode, remote_id)
) with (fillfactor = 60);

create table network_grant (
  id uuid primary key,
  owner_uid uuid not null references app_user on delete cascade,
  network text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  -- Who granted it: the network's id of the person.
  principal text not null,
  sealed_grant bytea not null,
  -- Grows with each change of the secret: whoever refreshes compares and sets.
  version bigint not null default 1,
  scopes text[] not null,
  expires_at timestamptz,
  refreshing_until timestamptz not null default '-infinity',
  refreshing_holder text,
  status text not null check (status in ('active', 'needs_reconnect', 'revoked')),
  status_why text,
  updated_at timestamptz not null,
  unique (owner_uid, network, mode, principal)
);
create index network_grant_expiry on network_grant (expires_at) where status = 'active' and expires_at is not null;

create table account (
  id uuid primary key,
  owner_uid uuid not null references app_user on delete cascade,
  profile_id uuid not null,
  remote_account_id uuid not null references remote_account,
  grant_id uuid not null references network_grant,
  network text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  handle text not null,
  display_name text,
  avatar text,
  -- What the network says of it that limits or addresses depend on: the host, the instance's limits.
  facts jsonb not null default '{}',
  status text not null check (status in ('active', 'needs_reconnect', 'disconnected')),
  status_why text,
  is_default boolean not null,
  connected_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_checked_at timestamptz,
  disconnected_at timestamptz,
  unique (owner_uid, id),
  foreign key (owner_uid, profile_id) references profile (owner_uid, id) on delete cascade,
  check ((status = 'disconnected') = (disconnected_at is not null))
);
create unique index account_once on account (profile_id, remote_account_id) where disconnected_at is null;
create unique index account_default on account (profile_id, network) where is_default and disconnected_at is null;
create index account_remote on account (remote_account_id) where disconnected_at is null;
create index account_grant on account (grant_id);
create index account_owner on account (owner_uid, id);
