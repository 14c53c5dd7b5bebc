-- expand
-- A deleted idea can be restored for 30 days. Until then it keeps its place, which no page shows.
alter table idea
  add column deleted_at timestamptz,
  -- The posts that named it when it was deleted.
  add column unlinked_post_ids uuid[] not null default '{}';
create index idea_deleted on idea (profile_id, deleted_at) where deleted_at is not null;
