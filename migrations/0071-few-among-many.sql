-- expand
-- Few rows that people look for among many: posts still to come, without those of the past, and deliveries that failed.
-- Both indexes are small. The one on a partitioned table cannot be built beside writes, so they are built together.
create index post_upcoming on post (profile_id, scheduled_at, id)
  where status in ('scheduled', 'queued') and deleted_at is null;
create index webhook_delivery_failed on webhook_delivery (endpoint_id, id desc) where status = 'failed';
