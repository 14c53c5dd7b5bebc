-- expand
-- Requests of each caller, as the level of a bucket that drains evenly. A level is stored with the time at which it was
-- true, so that nothing has to drain it. Not logged: after a crash of the database the buckets are empty.
-- Processes of the earlier version still count in rate_window; a later version drops it.
create unlogged table rate_bucket (
  bucket text primary key,
  level double precision not null,
  per_minute integer not null,
  at timestamptz not null
);
