-- expand
-- The numbers of the inbox by day, so that history stays as it was.

create table inbox_day (
  account_id uuid not null references account on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  kind text not null check (kind in ('comment', 'mention', 'quote')),
  -- A day in the zone that the profile had.
  day date not null,
  -- The conversations that were open at its end. Null if no process ran then.
  open_at_end integer,
  -- For each time that someone began to wait on this day, the seconds until the answer. Null if there was none.
  waits integer[] not null,
  primary key (profile_id, day, account_id, kind)
);
create index inbox_day_account on inbox_day (account_id);

-- The last day of a profile whose numbers are stored.
create table inbox_day_stored (
  profile_id uuid primary key references profile on delete cascade,
  day date not null
);
