-- expand
-- Addresses by which a calendar program reads the plan of a profile.

create table calendar_feed (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  -- A feed is found by the hash of its token. The token itself is shown once.
  token_hash bytea not null unique,
  -- The feed stops when this user is no member of the profile any more.
  created_by uuid not null references app_user on delete cascade,
  created_at timestamptz not null
);
create index calendar_feed_profile on calendar_feed (profile_id);
create index calendar_feed_creator on calendar_feed (created_by);
