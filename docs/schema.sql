-- Generated from the migrations by `npm run gen`. Do not edit.

CREATE OR REPLACE FUNCTION ph.now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$select pg_catalog.now()$function$
;

create table api_key (
  id uuid not null,
  uid uuid not null,
  name text not null,
  secret_hash bytea not null,
  display_prefix text not null,
  scopes text[] not null,
  profile_ids uuid[],
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  UNIQUE (secret_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table app_user (
  id uuid not null,
  issuer text not null,
  subject text not null,
  email text,
  email_verified boolean not null default false,
  name text not null,
  avatar text,
  timezone text not null default 'UTC'::text,
  locale text not null default 'en'::text,
  role text not null,
  plan text not null,
  subscription_status text not null default 'active'::text,
  past_due_since timestamp with time zone,
  mfa_enabled boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  UNIQUE (issuer, subject),
  PRIMARY KEY (id),
  CHECK ((role = ANY (ARRAY['user'::text, 'support'::text, 'admin'::text, 'superadmin'::text]))),
  CHECK ((subscription_status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text])))
);

create table audit_entry (
  id uuid not null,
  at timestamp with time zone not null,
  actor_uid uuid,
  actor_kind text not null,
  actor_key_id uuid,
  owner_uid uuid,
  action text not null,
  subject text not null,
  changes jsonb not null default '{}'::jsonb,
  request_id text,
  tx xid8 not null default pg_current_xact_id(),
  position bigint,
  salt bytea,
  changes_digest bytea not null,
  leaf bytea not null,
  PRIMARY KEY (id),
  CHECK ((actor_kind = ANY (ARRAY['user'::text, 'api-key'::text, 'system'::text])))
);

create table audit_seal (
  no bigint not null,
  sealed_at timestamp with time zone not null,
  first_position bigint not null,
  last_position bigint not null,
  leaves bytea not null,
  previous bytea not null,
  hash bytea not null,
  PRIMARY KEY (no)
);

create table cron_run (
  name text not null,
  scheduled_for timestamp with time zone not null,
  started_at timestamp with time zone not null,
  PRIMARY KEY (name, scheduled_for)
);

create table departed_subject (
  subject_hash bytea not null,
  departed_at timestamp with time zone not null,
  PRIMARY KEY (subject_hash)
);

create table event (
  id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  owner_uid uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id)
);

create table feature_flag (
  flag_key text not null,
  enabled boolean not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  PRIMARY KEY (flag_key),
  FOREIGN KEY (updated_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table idempotency (
  uid uuid not null,
  operation text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  sealed_reply bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (uid, operation, idempotency_key),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table installation (
  only_row boolean not null default true,
  id uuid not null,
  public_url text,
  last_seen_at timestamp with time zone,
  hold_reason text,
  setup_code_hash bytea,
  created_at timestamp with time zone not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table mail_allowance (
  uid uuid not null,
  purpose text not null,
  asked_at timestamp with time zone[] not null,
  PRIMARY KEY (uid, purpose),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'change-email'::text, 'reset-password'::text])))
);

create table mail_template (
  name text not null,
  subject text not null,
  text text not null,
  html text not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  PRIMARY KEY (name),
  FOREIGN KEY (updated_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table mail_token (
  token_hash bytea not null,
  purpose text not null,
  uid uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  UNIQUE (uid, purpose),
  PRIMARY KEY (token_hash),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'change-email'::text, 'reset-password'::text])))
);

create table media (
  id uuid not null,
  owner_uid uuid not null,
  profile_id uuid,
  file_key text not null,
  storage_path text not null,
  file_name text not null,
  alt_text text,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  UNIQUE (storage_path),
  PRIMARY KEY (id),
  FOREIGN KEY (file_key) REFERENCES media_file(key),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE SET NULL
);

create table media_file (
  key text not null,
  owner_uid uuid not null,
  state text not null,
  state_since timestamp with time zone not null,
  hash bytea,
  size bigint,
  content_type text,
  width integer,
  height integer,
  duration_ms integer,
  codec text,
  frame_rate real,
  rotation smallint,
  animated boolean,
  preview text,
  has_poster boolean not null default false,
  PRIMARY KEY (key),
  CHECK (((state <> 'stored'::text) OR ((hash IS NOT NULL) AND (size IS NOT NULL) AND (content_type IS NOT NULL)))),
  CHECK ((state = ANY (ARRAY['arriving'::text, 'stored'::text, 'leaving'::text])))
);

create table media_upload (
  storage_path text not null,
  owner_uid uuid not null,
  profile_id uuid,
  incoming_key text not null,
  file_name text not null,
  content_type text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  UNIQUE (incoming_key),
  PRIMARY KEY (storage_path),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE SET NULL
);

create table password_credential (
  uid uuid not null,
  password_hash text not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (uid),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table profile (
  id uuid not null,
  owner_uid uuid not null,
  name text not null,
  avatar text,
  brand_color text,
  timezone text,
  version bigint not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  UNIQUE (owner_uid, id),
  PRIMARY KEY (id),
  FOREIGN KEY (owner_uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table profile_invite (
  id uuid not null,
  profile_id uuid not null,
  token_hash bytea not null,
  role text,
  email text,
  mailed boolean not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (invited_by) REFERENCES app_user(id) ON DELETE CASCADE,
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text])))
);

create table profile_link (
  id uuid not null,
  owner_uid uuid not null,
  parent_id uuid not null,
  child_id uuid not null,
  inheritance_rules jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (owner_uid, child_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  FOREIGN KEY (owner_uid, parent_id) REFERENCES profile(owner_uid, id) ON DELETE CASCADE,
  CHECK ((parent_id <> child_id))
);

create table profile_member (
  profile_id uuid not null,
  uid uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (profile_id, uid),
  FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE,
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text])))
);

create unlogged table rate_window (
  bucket text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  PRIMARY KEY (bucket, window_start)
);

create table recovery_code (
  uid uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (uid, code_hash),
  FOREIGN KEY (uid) REFERENCES second_factor(uid) ON DELETE CASCADE
);

create table refresh_token (
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (session_id) REFERENCES sign_in_session(id) ON DELETE CASCADE
);

create table second_factor (
  uid uuid not null,
  sealed_secret bytea,
  last_used_step bigint not null default '-1'::integer,
  enabled_at timestamp with time zone,
  sealed_pending_secret bytea,
  pending_since timestamp with time zone,
  failed_tries integer not null default 0,
  paused_until timestamp with time zone,
  PRIMARY KEY (uid),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK (((sealed_secret IS NULL) = (enabled_at IS NULL))),
  CHECK (((sealed_pending_secret IS NULL) = (pending_since IS NULL)))
);

create table sign_in_session (
  id uuid not null,
  uid uuid not null,
  signed_in_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES app_user(id) ON DELETE CASCADE
);

create table sign_up_invite (
  token_hash bytea not null,
  email text not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (invited_by) REFERENCES app_user(id) ON DELETE SET NULL
);

create table signing_key (
  kid text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  PRIMARY KEY (kid)
);

CREATE INDEX api_key_uid ON api_key USING btree (uid, id);

CREATE UNIQUE INDEX app_user_email ON app_user USING btree (issuer, lower(email));

CREATE INDEX audit_entry_actor ON audit_entry USING btree (actor_uid, id DESC);

CREATE INDEX audit_entry_owner ON audit_entry USING btree (owner_uid, id DESC);

CREATE UNIQUE INDEX audit_entry_position ON audit_entry USING btree ("position") WHERE ("position" IS NOT NULL);

CREATE INDEX audit_entry_unsealed ON audit_entry USING btree (tx, id) WHERE ("position" IS NULL);

CREATE INDEX departed_subject_age ON departed_subject USING btree (departed_at);

CREATE INDEX event_feed ON event USING btree (owner_uid, tx, id);

CREATE INDEX feature_flag_updated_by ON feature_flag USING btree (updated_by);

CREATE INDEX idempotency_age ON idempotency USING btree (created_at);

CREATE INDEX mail_template_updated_by ON mail_template USING btree (updated_by);

CREATE INDEX mail_token_expiry ON mail_token USING btree (expires_at);

CREATE INDEX media_file_use ON media USING btree (file_key);

CREATE INDEX media_owner ON media USING btree (owner_uid, id);

CREATE INDEX media_profile ON media USING btree (profile_id, id) WHERE (profile_id IS NOT NULL);

CREATE UNIQUE INDEX media_file_content ON media_file USING btree (owner_uid, hash) WHERE (state = 'stored'::text);

CREATE INDEX media_file_unsettled ON media_file USING btree (state_since) WHERE (state <> 'stored'::text);

CREATE INDEX media_upload_age ON media_upload USING btree (created_at);

CREATE INDEX profile_live ON profile USING btree (owner_uid, id) WHERE (deleted_at IS NULL);

CREATE INDEX profile_trash ON profile USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX profile_invite_email ON profile_invite USING btree (lower(email)) WHERE (email IS NOT NULL);

CREATE INDEX profile_invite_expiry ON profile_invite USING btree (expires_at);

CREATE INDEX profile_invite_inviter ON profile_invite USING btree (invited_by, created_at);

CREATE INDEX profile_invite_open ON profile_invite USING btree (profile_id, id) WHERE (ended_at IS NULL);

CREATE INDEX profile_link_child ON profile_link USING btree (child_id) WHERE (removed_at IS NULL);

CREATE INDEX profile_link_history ON profile_link USING btree (parent_id) WHERE (removed_at IS NOT NULL);

CREATE UNIQUE INDEX profile_link_live ON profile_link USING btree (parent_id, child_id) WHERE (removed_at IS NULL);

CREATE INDEX profile_link_owner ON profile_link USING btree (owner_uid, id);

CREATE INDEX profile_member_uid ON profile_member USING btree (uid);

CREATE INDEX refresh_token_session ON refresh_token USING btree (session_id);

CREATE INDEX sign_in_session_expiry ON sign_in_session USING btree (expires_at);

CREATE INDEX sign_in_session_uid ON sign_in_session USING btree (uid);
