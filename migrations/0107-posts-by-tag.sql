-- expand
-- Posts with a tag, for labels that few posts have. Without a pending list, every search takes the same time.
create index concurrently post_tags on post using gin (tags) with (fastupdate = off)
  where tags <> '{}' and deleted_at is null;
