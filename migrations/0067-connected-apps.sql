-- expand
-- Programs that act for a user by OAuth: agents, editors, the command line. Every secret is stored as its hash.

-- A program that registered itself. Anybody may register, so programs that nobody lets in are deleted after a day.
create table oauth_client (
  id uuid primary key,
  name text not null,
  home_url text,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- The last time that a user let it in.
  used_at timestamptz
);
create index oauth_client_unused on oauth_client (id) where used_at is null;
create index oauth_client_used on oauth_client (used_at) where used_at is not null;

-- One consent of a user to one program, and the family that its tokens belong to. It keeps the name that the user saw.
create table connected_app (
  id uuid primary key,
  uid uuid not null references app_user on delete cascade,
  client_id text not null,
  name text not null,
  home_url text,
  -- What its tokens open: the whole API, or /mcp alone.
  audience text not null check (audience in ('api', 'mcp')),
  scopes text[] not null,
  -- Null: every profile that the user may reach.
  profile_ids uuid[],
  created_at timestamptz not null,
  -- Null until the program has fetched its first tokens.
  connected_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index connected_app_uid on connected_app (uid, id);
create index connected_app_expiry on connected_app (expires_at);

-- The code that a browser carries from the consent to the program, once.
create table app_code (
  code_hash bytea primary key,
  app_id uuid not null references connected_app on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index app_code_app on app_code (app_id);

create table app_token (
  token_hash bytea primary key,
  app_id uuid not null references connected_app on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index app_token_app on app_token (app_id);
create index app_token_expiry on app_token (expires_at);

-- A program on a device without a browser, which waits for a user to type its code elsewhere.
create table device_request (
  device_hash bytea primary key,
  user_code_mac bytea not null unique,
  client_id text not null,
  name text not null,
  home_url text,
  audience text not null check (audience in ('api', 'mcp')),
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  poll_seconds int not null,
  polled_at timestamptz,
  -- Set by the user's answer: the app that they let in, or the time of their refusal.
  app_id uuid references connected_app on delete cascade,
  refused_at timestamptz
);
create index device_request_app on device_request (app_id);
create index device_request_expiry on device_request (expires_at);

-- The audit log names the app that acted in the column of keys; the kind tells the two apart.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('user', 'api-key', 'app', 'system'));
