-- expand
-- What an administrator has written instead of a built-in mail. A mail that nobody has touched has no row.
create table mail_template (
  name text primary key,
  subject text not null,
  text text not null,
  html text not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user on delete set null
);
create index mail_template_updated_by on mail_template (updated_by);

-- Proof that somebody reads an address. Only the hash is kept, one for each person and purpose, and using it deletes it.
create table mail_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
  uid uuid not null references app_user on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (uid, purpose)
);
create index mail_token_expiry on mail_token (expires_at);

-- When such mails were last asked for, so that nobody's inbox is flooded. Changed under the lock of the person's row.
create table mail_allowance (
  uid uuid not null references app_user on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
  asked_at timestamptz[] not null,
  primary key (uid, purpose)
);
