-- expand
-- What networks say about published posts later: whether they are still there. Numbers follow.

-- One row for each published target that a network can be asked about.
create table metrics_watch (
  target_id uuid primary key references post_target (id) on delete cascade,
  publication_id uuid not null references publication (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  network text not null,
  remote_id text not null,
  published_at timestamptz not null,
  -- The next time to ask. A claim moves it ahead, so that a process that dies only delays the question.
  due_at timestamptz,
  -- How often in a row the network did not know the post.
  misses integer not null default 0
);
create index metrics_watch_due on metrics_watch (account_id, due_at) where due_at is not null;

-- When the network was found to have the post no more.
alter table post_target add column removed_at timestamptz;

-- Finds what was published lately and is not watched yet.
create index publication_published on publication (shown_at) where status = 'published';
