-- expand
-- The way through a network's own page, and what others may do in it.

-- Somebody who has been sent to a network and is to come back. Consumed by whoever comes back first.
create table oauth_flow (
  -- Of the state, which is the credential of whoever comes back.
  state_hash bytea primary key,
  -- Of the address on our side that the browser opens first; null where no browser is bound.
  nonce_hash bytea unique,
  -- Of the cookie that the browser got there: only it may come back.
  browser_hash bytea,
  network text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  -- In whose name: who asked, or who invited.
  uid uuid not null references app_user on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  -- The account that is to get more scopes; null: a new connection.
  account_id uuid references account on delete cascade,
  redirect_url text not null,
  final_redirect_url text,
  headless boolean not null,
  scopes text[] not null,
  -- By which somebody who is no member came, or nobody whom we know; used up when an account is connected.
  invite_id uuid references profile_invite on delete cascade,
  expires_at timestamptz not null
);
create index oauth_flow_expiry on oauth_flow (expires_at);

-- A consent that is good for several pages, of which those of this profile are chosen from.
create table page_choice (
  grant_id uuid not null references network_grant on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  granted_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  primary key (grant_id, profile_id)
);
create index page_choice_profile on page_choice (profile_id);

-- What a network asked us to delete of a person, and how far that is. It names the person by a digest alone.
create table data_deletion (
  code text primary key,
  network text not null,
  principal_hash bytea not null,
  state text not null check (state in ('received', 'done')),
  accounts integer not null default 0,
  requested_at timestamptz not null,
  finished_at timestamptz
);
-- A repeat finds the request that is open.
create unique index data_deletion_open on data_deletion (network, principal_hash) where state = 'received';
-- Networks name the person, not whose account here it is.
create index network_grant_principal on network_grant (network, principal);
-- How much has gone out in a month; written in its order, so that this costs next to nothing.
create index publication_part_shown on publication_part using brin (shown_at);

-- The last that a network said of what may still be called, for each account or for the whole app.
create table network_reading (
  network text not null,
  mode text not null check (mode in ('sandbox', 'live')),
  scope text not null check (scope in ('account', 'app', 'node')),
  -- Of the account; empty for the app.
  subject text not null default '',
  remaining bigint not null,
  resets_at timestamptz not null,
  read_at timestamptz not null,
  primary key (network, mode, scope, subject)
);
