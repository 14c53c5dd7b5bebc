-- expand
-- Approvals: who says that a post may go out as it is.

-- How many approvals a post needs before it goes out, and the least role of those who give them.
alter table profile
  add column required_approvals integer not null default 0 check (required_approvals between 0 and 5),
  add column approver_role text not null default 'admin' check (approver_role in ('editor', 'admin', 'owner'));

create table post_approval (
  owner_uid uuid not null,
  post_id uuid not null,
  uid uuid not null references app_user on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  -- What was approved: a digest of the content of each target.
  digests text[] not null,
  reason text,
  decided_at timestamptz not null,
  -- The latest decision of a person counts.
  primary key (post_id, uid),
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade
);
create index post_approval_owner on post_approval (owner_uid, post_id);
create index post_approval_uid on post_approval (uid);

create table post_approval_request (
  post_id uuid primary key,
  owner_uid uuid not null,
  requested_by uuid references app_user on delete set null,
  note text,
  requested_at timestamptz not null,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade
);
create index post_approval_request_owner on post_approval_request (owner_uid, post_id);
create index post_approval_request_by on post_approval_request (requested_by);

-- Finds what waits for an approval.
create index publication_unapproved on publication (account_id) where status = 'held' and held_why = 'approval';
