-- expand
-- What people write. The status is one function of the rows of its targets, stored in the transaction that changes one.

create table post (
  id uuid primary key,
  -- The profile's owner; the author may be another member.
  owner_uid uuid not null references app_user on delete cascade,
  author_uid uuid references app_user on delete set null,
  profile_id uuid not null,
  -- What its author wants while nothing has been enqueued.
  intent text not null check (intent in ('draft', 'scheduled')),
  status text not null check (
    status in ('draft', 'scheduled', 'queued', 'publishing', 'published', 'partial', 'failed', 'unknown')),
  status_since timestamptz not null,
  -- Grows each time that targets are enqueued by somebody; whole-post events are one for each round.
  round integer not null default 0,
  told_round integer not null default 0,
  kind text not null default 'single' check (kind in ('single', 'master', 'child')),
  root_post_id uuid references post on delete set null,
  parent_id uuid references post on delete set null,
  recycled_from_id uuid references post on delete set null,
  duplicated_from_id uuid references post on delete set null,
  recurring_rule_id uuid,
  content text not null,
  title text,
  format text not null,
  thread jsonb not null default '[]',
  media jsonb not null default '[]',
  tags text[] not null default '{}',
  language text,
  first_comment text,
  link text,
  settings jsonb not null default '{}',
  metadata jsonb not null default '{}',
  confirmed_warnings jsonb not null default '[]',
  save_as_draft boolean not null default false,
  scheduled_at timestamptz,
  latest_at timestamptz,
  timezone text,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (owner_uid, id),
  foreign key (owner_uid, profile_id) references profile (owner_uid, id) on delete cascade
);
create index post_due on post (scheduled_at) where status = 'scheduled' and deleted_at is null;
create index post_live on post (profile_id, id desc) where deleted_at is null;
create index post_calendar on post (profile_id, scheduled_at, id) where deleted_at is null;
create index post_trash on post (deleted_at) where deleted_at is not null;
create index post_owner on post (owner_uid, id);

create table post_target (
  id uuid primary key,
  owner_uid uuid not null,
  post_id uuid not null,
  -- Null: whichever account is the default there when it is enqueued. Only what nobody has armed may be without one.
  account_id uuid references account,
  network text not null,
  position integer not null,
  -- What this target has of its own: content, title, media, firstComment, settings.
  overrides jsonb not null default '{}',
  -- The one that counts; its status is read from there.
  publication_id uuid references publication on delete set null,
  -- Why it could not even be enqueued when its time came; it has failed then.
  refusal jsonb,
  round integer not null default 0,
  created_at timestamptz not null,
  foreign key (owner_uid, post_id) references post (owner_uid, id) on delete cascade,
  unique (post_id, account_id)
);
create unique index post_target_default on post_target (post_id, network) where account_id is null;
create index post_target_account on post_target (account_id);
create index post_target_publication on post_target (publication_id) where publication_id is not null;
-- What happened to one thing, whoever did it.
create index audit_entry_subject on audit_entry (subject, id desc);

-- What keeps a file from being deleted.
create table media_use (
  media_id uuid not null references media,
  post_id uuid not null references post on delete cascade,
  primary key (post_id, media_id)
);
create index media_use_media on media_use (media_id);
