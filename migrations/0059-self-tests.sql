-- expand
-- Runs of the built-in self-tests. One at a time, over all processes.
create table self_test_run (
  id uuid primary key,
  started_by uuid references app_user on delete set null,
  names text[] not null,
  results jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index self_test_run_one on self_test_run ((true)) where finished_at is null;
create index self_test_run_started_by on self_test_run (started_by);
