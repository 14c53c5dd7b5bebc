-- expand
-- The inbox: what people say to the accounts of a brand, as conversations to work on.

-- An account whose comments are read. It is a lane of work with its own next look.
create table inbox_account (
  account_id uuid primary key references account on delete cascade,
  is_on boolean not null,
  -- When reading began. What was said long before is not new.
  begun_at timestamptz not null,
  -- Where the connector continues. Null before the first page.
  place jsonb,
  -- Null while reading is off.
  next_look_at timestamptz,
  empty_looks integer not null default 0,
  read_at timestamptz,
  -- Why the network could not be read the last time, as a code and in its own words.
  problem jsonb,
  failures integer not null default 0,
  parked_until timestamptz not null default '-infinity',
  lease_until timestamptz not null default '-infinity',
  holder text,
  fence bigint not null default 0
);
create index inbox_account_next_look on inbox_account (next_look_at) where next_look_at is not null;

create table inbox_sender (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  remote_id text not null,
  handle text not null,
  name text,
  unique (account_id, remote_id)
);

create table conversation (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  account_id uuid not null references account on delete cascade,
  network text not null,
  kind text not null check (kind in ('comment', 'mention', 'quote')),
  -- The first item. It is the network's ID.
  root_id text not null,
  -- The brand's post that it is about.
  post_id uuid references post on delete set null,
  state text not null check (state in ('open', 'done', 'snoozed')),
  snoozed_until timestamptz,
  assignee_uid uuid references app_user on delete set null,
  last_in_at timestamptz,
  last_out_at timestamptz,
  -- When the first of the items was said that came after our last one.
  unanswered_since timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, root_id),
  check ((state = 'snoozed') = (snoozed_until is not null))
);
create index conversation_list on conversation (profile_id, state, last_in_at desc, id desc);
create index conversation_all on conversation (profile_id, last_in_at desc, id desc);
create index conversation_snoozed on conversation (snoozed_until) where snoozed_until is not null;
create index conversation_post on conversation (post_id) where post_id is not null;
create index conversation_assignee on conversation (assignee_uid) where assignee_uid is not null;

create table inbox_item (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  account_id uuid not null references account on delete cascade,
  remote_id text not null,
  parent_id text,
  direction text not null check (direction in ('in', 'out')),
  sender_id uuid not null references inbox_sender on delete cascade,
  text text not null,
  files jsonb not null,
  url text,
  language text,
  said_at timestamptz not null,
  seen_at timestamptz not null,
  edited_at timestamptz,
  unique (account_id, remote_id)
);
create index inbox_item_conversation on inbox_item (conversation_id, said_at, id);
create index inbox_item_sender on inbox_item (sender_id);
