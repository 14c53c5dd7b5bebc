-- expand
-- Who has a post open for writing. Their page says so again and again, so that a row holds for seconds. Not logged: after a
-- crash of the database, pages say it anew.
create unlogged table post_presence (
  post_id uuid not null references post on delete cascade,
  uid uuid not null references app_user on delete cascade,
  -- The owner of the post, so that a live stream finds the rows of those who are watched.
  owner_uid uuid not null,
  expires_at timestamptz not null,
  primary key (post_id, uid)
);
create index post_presence_owner on post_presence (owner_uid);
create index post_presence_uid on post_presence (uid);
