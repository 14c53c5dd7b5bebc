-- expand
-- Few rows that people look for among many: deliveries that failed. The index is small. One on a partitioned table cannot be
-- built beside writes.
create index webhook_delivery_failed on webhook_delivery (endpoint_id, id desc) where status = 'failed';
