-- expand
-- Replies of the inbox that someone has to approve before they are sent.

-- Which replies of a brand wait: none, those that programs write, or all.
alter table profile add column inbox_approvals text not null default 'none'
  check (inbox_approvals in ('none', 'programs', 'all'));

alter table inbox_reply drop constraint inbox_reply_state_check;
alter table inbox_reply add constraint inbox_reply_state_check check (state in (
  'waiting_for_approval', 'rejected', 'queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled'));
-- Set while the reply waits for an approval, to find those of a brand.
alter table inbox_reply add column waiting_profile_id uuid references profile on delete cascade;
-- The last item that was read by the person who wrote the reply or changed it last. Null for replies of earlier versions.
alter table inbox_reply add column seen_item_id uuid references inbox_item on delete set null;
-- The people who changed its text. None of them can approve it where all replies wait.
alter table inbox_reply add column edited_by uuid[] not null default '{}';
-- True if a program wrote or changed it.
alter table inbox_reply add column by_program boolean not null default false;
create index inbox_reply_waiting on inbox_reply (waiting_profile_id, conversation_id) where waiting_profile_id is not null;
create index inbox_reply_seen_item on inbox_reply (seen_item_id) where seen_item_id is not null;

-- A person's latest decision about a reply. It counts while the content has this hash.
create table inbox_reply_decision (
  reply_id uuid not null references inbox_reply on delete cascade,
  uid uuid not null references app_user on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  content_hash text not null,
  step_id text,
  reason text,
  decided_at timestamptz not null,
  primary key (reply_id, uid)
);
create index inbox_reply_decision_uid on inbox_reply_decision (uid);
