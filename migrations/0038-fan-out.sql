-- contract: from 0.1.0
-- A root post has at most one descendant on each profile: neither a fan-out beside reposts nor two ways through the links
-- post it twice. A descendant in the trash counts.
create unique index post_descendant on post (root_post_id, profile_id) where root_post_id is not null;
