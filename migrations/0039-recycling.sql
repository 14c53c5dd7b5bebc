-- expand
-- How a post is to be repeated: as its author wrote it.
alter table post add column recycle jsonb;
create index post_recycled_from on post (recycled_from_id, id) where recycled_from_id is not null;

-- One row for each post that is out and repeated, until that ends.
create table recycling (
  post_id uuid primary key references post on delete cascade,
  -- The number of the next due date, counted from the first publication.
  turn integer not null,
  due_at timestamptz not null,
  clones integer not null default 0
);
create index recycling_due on recycling (due_at);

-- One row for each clone. The key makes one clone at most for each due date, on any number of nodes.
create table recycling_run (
  post_id uuid not null references post on delete cascade,
  due_at timestamptz not null,
  clone_id uuid references post on delete set null,
  primary key (post_id, due_at)
);
create index recycling_run_clone on recycling_run (clone_id) where clone_id is not null;
