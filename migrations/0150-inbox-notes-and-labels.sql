-- expand
-- Notes of the team on conversations of the inbox, and their labels.

create table conversation_note (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  author_uid uuid references app_user on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index conversation_note_list on conversation_note (conversation_id, created_at, id);
create index conversation_note_author on conversation_note (author_uid, created_at) where author_uid is not null;

create table conversation_note_mention (
  note_id uuid not null references conversation_note on delete cascade,
  uid uuid not null references app_user on delete cascade,
  primary key (note_id, uid)
);
create index conversation_note_mention_uid on conversation_note_mention (uid);

create table conversation_label (
  conversation_id uuid not null references conversation on delete cascade,
  label_id uuid not null references label on delete cascade,
  primary key (label_id, conversation_id)
);
create index conversation_label_conversation on conversation_label (conversation_id);
