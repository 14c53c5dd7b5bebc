-- expand
-- Replies of the inbox. Each is sent as a publication, whose target is the reply.

create table inbox_reply (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  -- What it answers.
  item_id uuid not null references inbox_item on delete cascade,
  author_uid uuid references app_user on delete set null,
  text text not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
  -- The conversation is done once the reply is sent, unless something new was said in the meantime.
  closes boolean not null,
  publication_id uuid,
  -- The reply as an item of the conversation, once it is sent.
  sent_item_id uuid references inbox_item on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index inbox_reply_conversation on inbox_reply (conversation_id, created_at, id);
create index inbox_reply_item on inbox_reply (item_id);
create index inbox_reply_author on inbox_reply (author_uid) where author_uid is not null;
create unique index inbox_reply_sent on inbox_reply (sent_item_id) where sent_item_id is not null;
