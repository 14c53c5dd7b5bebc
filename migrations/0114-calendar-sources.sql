-- expand
-- Holiday calendars that a brand subscribes to, and their days. Each refresh replaces the days of a source.

create table calendar_source (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  url text not null,
  -- The last refresh that succeeded. The days are those of that refresh.
  refreshed_at timestamptz,
  -- Why the last refresh failed. Null if it succeeded, or was not tried yet.
  problem text,
  -- The number of events that were read in part or not at all.
  partial integer not null default 0,
  due_at timestamptz not null,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  unique (profile_id, url)
);
create index calendar_source_due on calendar_source (due_at);
create index calendar_source_creator on calendar_source (created_by);

create table calendar_day (
  source_id uuid not null references calendar_source on delete cascade,
  place integer not null,
  from_date date not null,
  to_date date not null,
  text text not null,
  primary key (source_id, place)
);
create index calendar_day_dates on calendar_day (source_id, from_date, place);
