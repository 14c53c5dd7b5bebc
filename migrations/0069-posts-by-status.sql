-- expand
-- The posts of a profile in one status, the newest first. Few posts fail, and a list of them must not read all others.
create index concurrently post_status on post (profile_id, status, id desc) where deleted_at is null;
