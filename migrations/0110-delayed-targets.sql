-- expand
-- Targets that are published later than their post. There are few, and each range of times looks for them.
create index concurrently post_target_delayed on post_target (post_id) where overrides ? 'delaySeconds';
