-- expand
-- Pictures of the library as avatars, and profiles over the limit of their owner's plan.

alter table profile
  -- An own picture; `avatar` is then null, since links to a file expire.
  add column avatar_media_id uuid references media on delete set null,
  -- True when the owner's plan allows fewer profiles: it can be read and deleted, but not changed.
  add column read_only boolean not null default false,
  -- The lowest plan that has room for a profile that is read-only.
  add column required_plan text;
create index profile_avatar on profile (avatar_media_id) where avatar_media_id is not null;

-- Finds what waits until its profile is within the plan again.
create index publication_over_plan on publication (id) where status = 'held' and held_why = 'plan';
