-- expand
-- The posts of a profile in one status, by the time at which they were or will be published, the latest first.
create index concurrently post_date on post (
  profile_id, status,
  (coalesce(case when status in ('published', 'partial') then published_at end, scheduled_at, published_at, 'infinity')) desc,
  id desc)
  where deleted_at is null;
