-- contract: from 0.1.0
-- Analytics: an update of a post's numbers seldom writes into an index.

-- Ranks an engagement by its class, a quarter larger than the class before. The class of a larger number is never lower.
create function ph.class_of(engagement bigint) returns smallint immutable parallel safe language sql as $$
  select case when engagement > 0 then floor(10 * log(engagement::float8))::smallint else -1::smallint end
$$;

-- The exact engagement changes with nearly every look, and each change would write into all indexes of the table. Pages
-- keep room, so that an updated row stays on its page.
drop index metrics_post_best;
alter table metrics_post set (fillfactor = 70);
alter table metrics_post
  add column engagement_class smallint not null generated always as
    (ph.class_of(likes + comments + shares + saves)) stored;
create index metrics_post_best on metrics_post (profile_id, place, engagement_class desc, published_at);

alter table metrics_watch set (fillfactor = 80);
