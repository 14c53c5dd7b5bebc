-- expand
-- Rules of the inbox, and what each has done.

create table inbox_rule (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  -- The order in which rules are tried, from 1.
  position integer not null,
  name text not null,
  is_on boolean not null,
  -- Conditions. Null for any.
  network text,
  kind text check (kind in ('comment', 'mention', 'quote')),
  -- With no account although it has one, its account was deleted.
  has_account boolean not null,
  account_id uuid references account on delete set null,
  words text[] not null,
  has_link boolean not null,
  is_new_sender boolean not null,
  -- Actions. With no assignee although it has one, that user was deleted.
  has_assignee boolean not null,
  assignee_uid uuid references app_user on delete set null,
  state text check (state in ('open', 'done', 'snoozed')),
  snooze_hours integer check (snooze_hours between 1 and 720),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state is not distinct from 'snoozed') = (snooze_hours is not null))
);
create index inbox_rule_profile on inbox_rule (profile_id, position);
create index inbox_rule_account on inbox_rule (account_id) where account_id is not null;
create index inbox_rule_assignee on inbox_rule (assignee_uid) where assignee_uid is not null;

-- An item that a rule matched. No rule runs twice for an item.
create table inbox_rule_run (
  item_id uuid not null references inbox_item on delete cascade,
  -- Identifies the rule, which may have been deleted since.
  rule_id uuid not null,
  name text not null,
  -- Whom it assigned the conversation to, if it did.
  has_assigned boolean not null,
  assignee_uid uuid references app_user on delete set null,
  -- The state that it set.
  state text check (state in ('open', 'done', 'snoozed')),
  created_at timestamptz not null,
  primary key (item_id, rule_id)
);
create index inbox_rule_run_assignee on inbox_rule_run (assignee_uid) where assignee_uid is not null;
create index inbox_rule_run_rule on inbox_rule_run (rule_id, created_at desc);
