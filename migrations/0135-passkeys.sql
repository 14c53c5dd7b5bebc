-- expand
-- Passkeys: public keys that people sign in with (WebAuthn).

create table passkey (
  id uuid primary key,
  uid uuid not null references app_user on delete cascade,
  -- The host that it was created for. It works nowhere else.
  rp_id text not null check (length(rp_id) <= 253),
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 8000),
  -- The authenticator's counter at the last use. Always 0 for authenticators without one.
  sign_count bigint not null check (sign_count >= 0),
  name text not null check (length(name) between 1 and 60),
  transports text[] not null check (cardinality(transports) <= 10),
  -- True if a password manager or an account syncs it to other devices.
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkey_credential_id on passkey (credential_id);
create index passkey_uid on passkey (uid, id);

-- Challenges that a browser was given and has not returned. The challenge and the browser's secret are stored as hashes.
create table passkey_challenge (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  -- The account that gets a passkey. Null for a sign-in.
  uid uuid references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
create index passkey_challenge_uid on passkey_challenge (uid) where uid is not null;
