-- expand
-- What a network counts by time is counted here from the publications themselves.

alter table publication
  -- How many posts it is there: its parts that are still to go out, and a first comment.
  add column cost integer not null default 1,
  add column format text not null default 'post',
  -- When it was begun, and later when the last of it was seen there: from then on it counts. Null: nothing of it counts.
  add column spent_at timestamptz,
  -- The app, where a network has a quota of the app: whose count it is part of.
  add column spends_app text,
  -- Held until there is room again.
  add column held_until timestamptz;
create index publication_spent on publication (remote_account_id, spent_at) include (cost, format)
  where spent_at is not null;
create index publication_spent_app on publication (spends_app, spent_at) include (cost, format)
  where spends_app is not null and spent_at is not null;
create index publication_held_until on publication (network, held_until) where held_until is not null;
