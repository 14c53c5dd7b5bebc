-- expand
-- What operators do to the queue, and what they read of it.

-- While a network has a row here, no process takes its publications. Users read the reason.
create table publishing_pause (
  network text primary key,
  reason text not null,
  paused_at timestamptz not null,
  paused_by uuid references app_user on delete set null
);
