-- expand
-- The second factor: one secret for an authenticator app, and recovery codes for who has lost it. Whoever changes either
-- holds the person's row. A secret that was shown and is not proved yet is kept apart, so that a started enrolment
-- never touches the factor in force.

create table second_factor (
  uid uuid primary key references app_user on delete cascade,
  sealed_secret bytea,
  last_used_step bigint not null default -1,
  enabled_at timestamptz,
  sealed_pending_secret bytea,
  pending_since timestamptz,
  -- Guesses are counted here, so that all processes count together.
  failed_tries int not null default 0,
  paused_until timestamptz,
  check ((sealed_secret is null) = (enabled_at is null)),
  check ((sealed_pending_secret is null) = (pending_since is null))
);

create table recovery_code (
  uid uuid not null references second_factor on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (uid, code_hash)
);
