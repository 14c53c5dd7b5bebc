-- expand
create index concurrently post_target_height on post_target (height);
