-- expand
-- The targets of an account that publish the same.
create index concurrently post_target_digest on post_target (account_id, digest) where digest is not null;
