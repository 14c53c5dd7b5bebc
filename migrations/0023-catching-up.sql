-- expand
-- Only posts that were missed while nothing ran keep a minute between them. These columns tell which posts those are.

create table engine_presence (
  only_row boolean primary key default true check (only_row),
  -- When an engine was last at work, to the nearest few seconds.
  seen_at timestamptz not null,
  -- When the last time ended at which no engine had been at work.
  outage_ended_at timestamptz not null
);

alter table remote_account
  -- When this account alone came back, for example by a reconnect.
  add column outage_ended_at timestamptz not null default '-infinity',
  -- No other missed post goes out on this account before.
  add column catch_up_until timestamptz not null default '-infinity';
