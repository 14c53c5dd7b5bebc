-- expand
-- Links by which people without a user see a post before it goes out, and what they say about it.

create table share_link (
  id uuid primary key,
  owner_uid uuid not null,
  post_id uuid not null,
  -- A link is found by the hash of its token, and its URL is shown again from the sealed one.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  -- True: whoever has the link can comment.
  comments boolean not null,
  views integer not null default 0,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade
);
create index share_link_post on share_link (owner_uid, post_id);

-- Who has seen a link on a day: a digest that nobody can turn back into an address. Deleted when the day is over.
create table share_view (
  link_id uuid not null references share_link on delete cascade,
  day date not null,
  visitor bytea not null,
  primary key (link_id, day, visitor)
);
create index share_view_day on share_view (day);

create table post_comment (
  id uuid primary key,
  owner_uid uuid not null,
  post_id uuid not null,
  -- Null: the link was deleted since.
  link_id uuid references share_link on delete set null,
  name text not null,
  text text not null,
  -- True: the visitor says that the post may go out as it is.
  fine_by_me boolean not null,
  created_at timestamptz not null,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade
);
create index post_comment_post on post_comment (owner_uid, post_id);
create index post_comment_link on post_comment (link_id);
