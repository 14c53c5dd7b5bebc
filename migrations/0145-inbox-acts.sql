-- expand
-- What a team wants done with items at their network: likes, hides, removals. The lane that reads an account carries
-- it out, so there is one call to the account at a time.

-- The wanted state is kept beside the state at the network, so that a lost response only repeats a call.
create table inbox_act (
  item_id uuid not null references inbox_item on delete cascade,
  act text not null check (act in ('like', 'hide', 'remove')),
  account_id uuid not null references account on delete cascade,
  wanted boolean not null,
  -- The state at the network, as far as this installation has changed it.
  done boolean not null,
  -- True if a call was begun whose outcome is not known.
  in_doubt boolean not null default false,
  -- Null if there is nothing to do.
  due_at timestamptz,
  -- The calls that failed since it was wanted.
  tries integer not null default 0,
  -- Why it was not done, as a code and in words.
  problem jsonb,
  -- Rises with each change by a person, so that the outcome of an earlier wish does not end a later one.
  version integer not null default 1,
  by_uid uuid references app_user on delete set null,
  primary key (item_id, act)
);
create index inbox_act_due on inbox_act (due_at) where due_at is not null;
create index inbox_act_account on inbox_act (account_id, due_at);
create index inbox_act_person on inbox_act (by_uid) where by_uid is not null;

-- When the account was asked to remove it from its network, and did.
alter table inbox_item add column removed_at timestamptz;

-- The end of the gap between two acts, or of a rate limit.
alter table inbox_account add column acts_from timestamptz not null default '-infinity';
