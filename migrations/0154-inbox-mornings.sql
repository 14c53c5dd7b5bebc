-- expand
-- The last day on which a profile’s morning email about its inbox was sent, or was not because nothing was open.
create table inbox_morning (
  profile_id uuid primary key references profile on delete cascade,
  -- A day in the zone of the profile.
  day date not null
);
