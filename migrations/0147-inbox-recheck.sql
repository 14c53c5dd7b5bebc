-- expand
-- Items of open conversations are read again, to notice edits and deletions.

-- When it was last looked for by its ID, whatever came of it. Null if never.
alter table inbox_item add column checked_at timestamptz;
-- When a look missed it for the first time. Null again once it is read.
alter table inbox_item add column missing_at timestamptz;
-- When a second look missed it, so that it counts as deleted by its author.
alter table inbox_item add column deleted_at timestamptz;
-- When an account's items are next searched for those to look for.
alter table inbox_account add column recheck_at timestamptz not null default '-infinity';

create index conversation_watched on conversation (account_id) where state <> 'done';
