-- expand
-- Company sign-in: people who sign in at the operator's identity provider in the browser.

-- Who a person is at the provider. The address is the one that the provider sent last, for display only.
create table company_identity (
  issuer text not null check (length(issuer) <= 2000),
  subject text not null check (length(subject) <= 255),
  uid uuid not null references app_user on delete cascade,
  email text,
  connected_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
-- One person at the provider for each account.
create unique index company_identity_uid on company_identity (uid, issuer);

-- A sign-in that a browser has started. The state and the browser's secret are stored as hashes.
create table company_flow (
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- The page to open afterwards.
  next text check (length(next) <= 2000),
  -- The account to connect. Null for a sign-in.
  uid uuid references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set with the first use of the state.
  used_at timestamptz,
  -- The account that the provider has proved, while its second factor is missing.
  proved_uid uuid references app_user on delete cascade,
  sealed_id_token bytea
);
create index company_flow_expires_at on company_flow (expires_at);
create index company_flow_uid on company_flow (uid) where uid is not null;
create index company_flow_proved_uid on company_flow (proved_uid) where proved_uid is not null;

-- The provider's token of a session, with which signing out there names the session.
create table company_session (
  session_id uuid primary key references sign_in_session on delete cascade,
  sealed_id_token bytea not null
);
