-- expand
-- The newest time that any worker has seen. A time before it shows that the clock of the database went back.
create table clock_watch (
  only_row boolean primary key default true check (only_row),
  seen_at timestamptz not null
);
