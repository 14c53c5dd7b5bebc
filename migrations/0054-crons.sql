-- contract: from 0.1.0
-- What became of each planned run, and the schedules that operators have changed.

alter table cron_run
  add column job_id uuid,
  -- The operator who started it by hand; null for the schedule.
  add column by_uid uuid references app_user on delete set null,
  add column begun_at timestamptz,
  add column finished_at timestamptz,
  add column attempts integer not null default 0,
  add column outcome text check (outcome in ('done', 'failed')),
  -- What the last failed attempt said.
  add column error text,
  add check ((outcome is null) = (finished_at is null));

create table cron_config (
  name text primary key,
  -- Null: the built-in schedule.
  schedule text,
  enabled boolean not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user on delete set null
);
