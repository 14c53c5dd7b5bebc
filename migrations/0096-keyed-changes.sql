-- expand
-- An Idempotency-Key of a request that changes something in its own transactions is claimed before the request runs. Until
-- the response is stored, the row has no status, and `attempt` identifies the request that holds the claim.
alter table idempotency alter column status drop not null;
alter table idempotency add column attempt uuid;
-- True once a transaction of that request has committed: the request must not run again.
alter table idempotency add column took_effect boolean not null default false;
-- The ETag of the response.
alter table idempotency add column etag text;
