-- expand
-- The posts of a profile that are still to come, without those of the past. The index is small.
create index concurrently post_upcoming on post (profile_id, scheduled_at, id)
  where status in ('scheduled', 'queued') and deleted_at is null;
