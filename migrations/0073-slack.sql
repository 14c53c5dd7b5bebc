-- expand
-- Slack: the workspaces in which the app is installed, the people there who are linked to users, and what Slack sends.

-- One attempt to install the app. Only hashes of its secrets are stored.
create table slack_flow (
  state_hash bytea primary key,
  nonce_hash bytea not null unique,
  -- Set by the first browser that opens the address. Only that browser may come back.
  browser_hash bytea,
  uid uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index slack_flow_uid on slack_flow (uid);
create index slack_flow_expires_at on slack_flow (expires_at);

create table slack_workspace (
  id uuid primary key,
  mode text not null check (mode in ('live', 'sandbox')),
  team_id text not null,
  team_name text not null,
  bot_user_id text not null,
  installer_uid uuid not null references app_user on delete cascade,
  sealed_token bytea not null,
  scopes text[] not null,
  installed_at timestamptz not null,
  unique (mode, team_id)
);
create index slack_workspace_installer on slack_workspace (installer_uid);

-- A person in a workspace, and the user as whom they act.
create table slack_person (
  workspace_id uuid not null references slack_workspace on delete cascade,
  slack_id text not null,
  uid uuid not null references app_user on delete cascade,
  -- The profile whose posts the person sees and writes. Null: none was chosen yet.
  profile_id uuid references profile on delete set null,
  linked_at timestamptz not null,
  primary key (workspace_id, slack_id)
);
create index slack_person_uid on slack_person (uid, linked_at);
create index slack_person_profile on slack_person (profile_id);

create table slack_code (
  code_hash bytea primary key,
  uid uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index slack_code_uid on slack_code (uid);
create index slack_code_expires_at on slack_code (expires_at);

-- What Slack sent, each once. Its key is that of the event, not of the delivery.
create table slack_inbox (
  key text primary key,
  mode text not null check (mode in ('live', 'sandbox')),
  team_id text not null,
  -- Null when it was handled: the words of people are kept no longer than needed.
  sealed_body bytea,
  received_at timestamptz not null
);
create index slack_inbox_received_at on slack_inbox (received_at);
