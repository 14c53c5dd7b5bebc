-- expand
-- Comments between the members of a brand on a post. Visitors of share links have post_comment; no query of theirs reads
-- these tables.

create table team_comment (
  id uuid primary key,
  owner_uid uuid not null,
  post_id uuid not null,
  -- The first comment of the thread. It is its own.
  thread_id uuid not null references team_comment on delete cascade,
  -- Null if the person’s account is deleted.
  author_uid uuid references app_user on delete set null,
  -- Null if it is deleted and its thread has replies.
  text text,
  version integer not null default 1,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Set on the first comment of a thread only.
  resolved_at timestamptz,
  resolved_by uuid references app_user on delete set null,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade,
  check ((text is null) = (deleted_at is not null)),
  check (resolved_at is null or thread_id = id)
);
create index team_comment_post on team_comment (post_id, id);
create index team_comment_owner on team_comment (owner_uid, post_id);
create index team_comment_thread on team_comment (thread_id);
create index team_comment_author on team_comment (author_uid);
create index team_comment_resolver on team_comment (resolved_by) where resolved_by is not null;

create table team_comment_mention (
  comment_id uuid not null references team_comment on delete cascade,
  uid uuid not null references app_user on delete cascade,
  primary key (comment_id, uid)
);
create index team_comment_mention_person on team_comment_mention (uid);

-- Deleting a comment deletes its notices, which contain its words.
alter table notice add column team_comment_id uuid references team_comment on delete cascade;
create index notice_team_comment on notice (team_comment_id) where team_comment_id is not null;
