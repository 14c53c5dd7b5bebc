-- contract: from 0.1.0
-- Rules that repeat a post by a cron expression.
create table recurring_rule (
  id uuid primary key,
  owner_uid uuid not null,
  -- The author of the posts that the rule makes. Their time zone applies if the rule names none.
  author_uid uuid references app_user on delete set null,
  profile_id uuid not null,
  -- The template. Null: it was deleted for good, which cancels the rule.
  post_id uuid references post on delete set null,
  name text,
  cron text not null,
  timezone text,
  start_at timestamptz,
  end_at timestamptz,
  max_runs integer check (max_runs > 0),
  runs integer not null default 0,
  -- The time by the schedule of the latest run.
  last_run_at timestamptz,
  -- All occurrences up to here are decided. The next one follows from this instant, never from the time of a run.
  decided_until timestamptz not null,
  -- The time of the next run. Null: none is planned.
  due_at timestamptz,
  paused_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (owner_uid, profile_id) references profile (owner_uid, id) on delete cascade
);
create index recurring_rule_due on recurring_rule (due_at) where due_at is not null;
create index recurring_rule_profile on recurring_rule (profile_id, id);
create index recurring_rule_author on recurring_rule (author_uid);
create index recurring_rule_template on recurring_rule (post_id);
create index recurring_rule_orphan on recurring_rule (id) where post_id is null and cancelled_at is null;

-- One row for each occurrence that was decided or changed. The key makes each occurrence happen once, on any number of
-- nodes.
create table recurring_occurrence (
  rule_id uuid not null references recurring_rule on delete cascade,
  -- The time by the schedule.
  at timestamptz not null,
  moved_to timestamptz,
  -- Null: still to come.
  outcome text check (outcome in ('posted', 'skipped', 'missed', 'template_in_trash', 'failed')),
  post_id uuid references post on delete set null,
  primary key (rule_id, at)
);
create index recurring_occurrence_post on recurring_occurrence (post_id) where post_id is not null;

alter table post add foreign key (recurring_rule_id) references recurring_rule on delete set null;
create index post_recurring_rule on post (recurring_rule_id) where recurring_rule_id is not null;
