-- expand
-- Telegram: the bot, the chats that are linked to users, and what happens in them.

create table telegram_bot (
  -- The number before the colon of the bot's token.
  id bigint primary key,
  username text not null,
  -- The first update that a poller has not stored yet.
  next_update_id bigint not null default 0,
  -- The process that asks for updates where there is no webhook, and until when nobody else may.
  poller text,
  polled_until timestamptz
);

create table telegram_code (
  code_hash bytea primary key,
  uid uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index telegram_code_uid on telegram_code (uid);
create index telegram_code_expires_at on telegram_code (expires_at);

-- A chat that has written to the bot. Its items are handled one after the other, under a lease.
create table telegram_lane (
  id uuid primary key,
  bot_id bigint not null,
  chat_id bigint not null,
  wrong_codes integer not null default 0,
  wrong_codes_until timestamptz,
  lease_until timestamptz not null default '-infinity',
  holder text,
  fence bigint not null default 0,
  unique (bot_id, chat_id)
);

create table telegram_chat (
  bot_id bigint not null,
  chat_id bigint not null,
  uid uuid not null references app_user on delete cascade,
  -- Null: the first profile that the user can reach.
  profile_id uuid references profile on delete set null,
  type text not null check (type in ('private', 'group', 'supergroup', 'channel')),
  title text not null,
  photo bytea,
  -- False: the bot was blocked, or removed from the group.
  is_reachable boolean not null default true,
  -- The draft to which the next time that is written belongs.
  asked_about uuid references post on delete set null,
  linked_at timestamptz not null,
  last_message_at timestamptz,
  primary key (bot_id, chat_id)
);
create index telegram_chat_uid on telegram_chat (uid, linked_at);
create index telegram_chat_profile on telegram_chat (profile_id);
create index telegram_chat_asked_about on telegram_chat (asked_about);

-- What happened in a chat, each once: an update, or a notice of Posthorn's own. Rows are kept for a week, so that a
-- repeated update is known.
create table telegram_item (
  id uuid primary key,
  lane_id uuid not null references telegram_lane,
  bot_id bigint not null,
  update_id bigint,
  album text,
  -- Null when it was handled: the words of people are kept no longer than needed.
  sealed_update bytea,
  notice jsonb,
  -- The files of the update that are in the library already.
  storage_paths text[],
  -- The answers, once they are known, and how many of them were sent.
  sealed_replies bytea,
  sent integer not null default 0,
  attempts integer not null default 0,
  received_at timestamptz not null,
  due_at timestamptz
);
create unique index telegram_item_update on telegram_item (bot_id, update_id) where update_id is not null;
create index telegram_item_due on telegram_item (due_at) where due_at is not null;
create index telegram_item_lane on telegram_item (lane_id);
create index telegram_item_received_at on telegram_item (received_at);

-- The message that a draft was made of, and the bot's message that shows the draft.
create table telegram_source (
  bot_id bigint not null,
  chat_id bigint not null,
  message_id bigint not null,
  post_id uuid not null references post on delete cascade,
  edited_at bigint not null,
  album text,
  card_id bigint,
  primary key (bot_id, chat_id, message_id)
);
create index telegram_source_post on telegram_source (post_id);
create index telegram_source_card on telegram_source (bot_id, chat_id, card_id);
create index telegram_source_album on telegram_source (bot_id, chat_id, album) where album is not null;
