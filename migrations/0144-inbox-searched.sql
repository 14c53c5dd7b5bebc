-- expand
-- Lists of a brand's inbox in which few of many conversations match.
create index conversation_assigned on conversation (assignee_uid, profile_id, last_in_at desc, id desc)
  where assignee_uid is not null;
create index conversation_unassigned on conversation (profile_id, state, last_in_at desc, id desc)
  where assignee_uid is null;
create index conversation_unanswered on conversation (profile_id, last_in_at desc, id desc)
  where unanswered_since is not null;
create index conversation_account on conversation (account_id, last_in_at desc, id desc);
create index conversation_kind on conversation (profile_id, kind, last_in_at desc, id desc);
create index inbox_sender_handle on inbox_sender (account_id, handle);

-- The beginnings of words that were said, and of the names of those who said them.
create index inbox_item_words on inbox_item
  using gin (to_tsvector('simple', translate(text, '@.-_+/:', '       ')));
create index inbox_sender_words on inbox_sender
  using gin (to_tsvector('simple', translate(handle || ' ' || coalesce(name, ''), '@.-_+', '     ')));
