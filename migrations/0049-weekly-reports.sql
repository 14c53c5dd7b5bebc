-- expand
-- Weekly reports by mail: who wants one about a profile, and when the next is due.
create table weekly_report (
  uid uuid not null references app_user on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  since timestamptz not null,
  due_at timestamptz not null,
  primary key (uid, profile_id)
);
create index weekly_report_due on weekly_report (due_at);
create index weekly_report_profile on weekly_report (profile_id);

-- One row for each report that was sent, or skipped because there was nothing to say. The key makes each go out once.
create table weekly_report_run (
  uid uuid not null references app_user on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  -- The Monday on which it went out, in the time zone of the profile.
  monday date not null,
  is_sent boolean not null,
  primary key (uid, profile_id, monday)
);
create index weekly_report_run_profile on weekly_report_run (profile_id);
