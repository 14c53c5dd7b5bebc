-- expand
-- True if the chat is notified of new conversations in the inbox.
alter table telegram_chat add column tells_inbox boolean not null default false;
alter table slack_person add column tells_inbox boolean not null default false;

-- A message of the bot whose answers are replies in a conversation.
create table telegram_talk (
  bot_id bigint not null,
  chat_id bigint not null,
  message_id bigint not null,
  conversation_id uuid not null references conversation on delete cascade,
  -- What a reply answers, and the last item that the message showed.
  item_id uuid not null,
  last_item_id uuid not null,
  asked_at timestamptz not null,
  primary key (bot_id, chat_id, message_id)
);
create index telegram_talk_conversation on telegram_talk (conversation_id);
create index telegram_talk_asked_at on telegram_talk (asked_at);
