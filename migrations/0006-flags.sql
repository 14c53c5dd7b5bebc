-- expand
-- What an administrator has said about a feature flag. A flag that nobody has touched has no row: the code's own
-- table says what it is then.
create table feature_flag (
  flag_key text primary key,
  enabled boolean not null,
  settings jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user on delete set null
);
create index feature_flag_updated_by on feature_flag (updated_by);
