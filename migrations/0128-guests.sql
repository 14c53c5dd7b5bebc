-- expand
-- Clients without an account: a link to a post, or to a brand’s posts of a period, with which a person can read, comment
-- and approve.

create table guest (
  id uuid primary key,
  owner_uid uuid not null references app_user on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  email text not null,
  language text not null,
  may text not null check (may in ('see', 'comment', 'approve')),
  -- What the link shows: one post, or the posts from one day to another, in the time zone of the brand.
  post_id uuid,
  from_day date,
  to_day date,
  token_hash bytea not null unique,
  sealed_token bytea not null,
  -- The link works while this person is a member. Null if their account is deleted.
  invited_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  seen_at timestamptz,
  -- When the guest was last emailed that posts wait.
  mailed_at timestamptz,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade,
  check ((post_id is null) = (from_day is not null) and (from_day is null) = (to_day is null)),
  check (from_day <= to_day)
);
create index guest_profile on guest (profile_id, id);
create index guest_post on guest (owner_uid, post_id) where post_id is not null;
create index guest_owner on guest (owner_uid);
create index guest_inviter on guest (invited_by);

-- A browser that a guest has confirmed with a code.
create table guest_device (
  id uuid primary key,
  guest_id uuid not null references guest on delete cascade,
  cookie_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_device_guest on guest_device (guest_id);
create index guest_device_expires on guest_device (expires_at);

-- What a guest has submitted on a browser that is not confirmed yet. It takes effect with the emailed code.
create table guest_code (
  challenge_hash bytea primary key,
  guest_id uuid not null references guest on delete cascade,
  owner_uid uuid not null,
  post_id uuid not null,
  deed text not null check (deed in ('approve', 'reject', 'comment')),
  content_hash text,
  text text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade
);
create index guest_code_guest on guest_code (guest_id, created_at);
create index guest_code_post on guest_code (owner_uid, post_id);
create index guest_code_created on guest_code (created_at);

-- A guest’s decision on the content of a post. Those of members are in post_approval.
create table guest_decision (
  guest_id uuid not null references guest on delete cascade,
  owner_uid uuid not null,
  post_id uuid not null,
  decision text not null check (decision in ('approved', 'rejected')),
  digests text[] not null,
  reason text,
  step_id text,
  -- Null if the brand requires no codes.
  device_id uuid references guest_device on delete set null,
  confirmed boolean not null,
  decided_at timestamptz not null,
  primary key (guest_id, post_id),
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade
);
create index guest_decision_post on guest_decision (post_id);
create index guest_decision_owner on guest_decision (owner_uid, post_id);
create index guest_decision_device on guest_decision (device_id) where device_id is not null;

alter table post_comment add column guest_id uuid references guest on delete cascade;
create index post_comment_guest on post_comment (guest_id) where guest_id is not null;

-- False if guests of the brand decide without a code.
alter table profile add column guest_codes boolean not null default true;
