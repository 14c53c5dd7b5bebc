-- expand
-- Edits of many posts, while they can be undone.
create table bulk_edit (
  id uuid primary key,
  uid uuid not null references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index bulk_edit_uid on bulk_edit (uid, id);
create index bulk_edit_expires on bulk_edit (expires_at);

-- What an edit replaced in one post.
create table bulk_edit_post (
  batch_id uuid not null references bulk_edit on delete cascade,
  post_id uuid not null references post on delete cascade,
  place smallint not null,
  -- That of the post after the edit. Another one means that it was changed since.
  version integer not null,
  -- The change of the post that undoes the edit, and values that no user sends.
  before jsonb not null,
  primary key (batch_id, post_id)
);
create index bulk_edit_post_post on bulk_edit_post (post_id);
