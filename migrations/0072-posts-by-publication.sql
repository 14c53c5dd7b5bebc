-- expand
-- The posts of a profile by the time at which they were published, for a calendar.
create index concurrently post_published on post (profile_id, published_at)
  where published_at is not null and deleted_at is null;
