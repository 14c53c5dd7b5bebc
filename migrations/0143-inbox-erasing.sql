-- expand
-- What the inbox no longer stores: words and names whose time is over, that a person wants erased, or that their author
-- has deleted.

alter table inbox_item add column erased_at timestamptz;
-- When it was last read again. Null if it was read once.
alter table inbox_item add column read_at timestamptz;
alter table inbox_sender add column erased_at timestamptz;
-- When all items of the conversation were erased. Null again with something new.
alter table conversation add column erased_at timestamptz;

create index inbox_item_kept on inbox_item (coalesce(read_at, seen_at)) where erased_at is null;
create index conversation_kept on conversation (network, state, updated_at) where erased_at is null;
