-- expand
-- The engine. A publication is one target of one round on its way to a network: frozen when it is enqueued, moved by
-- steps whose outcome is saved under the fence of its account's lane before anything else happens.

create table publication (
  id uuid primary key,
  owner_uid uuid not null,
  -- Of the module above; no reference, since the engine knows no posts.
  target_id uuid not null,
  account_id uuid not null references account on delete cascade,
  remote_account_id uuid not null references remote_account,
  network text not null,
  -- The createdAt that the network sees on every try, and the id that the keys of its parts are made of. A retry that
  -- goes on where an earlier publication stopped has both from that one.
  born_at timestamptz not null,
  key_of uuid not null,
  -- The outgoing post: text, media, settings. Never updated.
  snapshot jsonb not null,
  -- Of the text of all parts: while one is in doubt, another of the same text waits.
  text_hash text not null,
  status text not null check (
    status in ('queued', 'publishing', 'processing', 'held', 'published', 'failed', 'unknown', 'cancelled')),
  -- When something is to be done for it; null: never again by itself.
  due_at timestamptz,
  ordinal bigint generated always as identity,
  -- When it was to go out: the order among those that are due. Whatever begins much later goes out with a distance to
  -- the next, so that an outage, a hold or a reconnect does not end in a burst.
  wanted_at timestamptz not null,
  latest_at timestamptz,
  step text not null,
  memo jsonb not null default '{}',
  -- The memo as it was when each step was first entered, so that going back to one drops what died since.
  memo_before jsonb not null default '{}',
  memo_dies_at timestamptz,
  handle text,
  waiting_since timestamptz,
  held_why text,
  -- The tries of the step that can be seen: the first counts for what the network still knows, the last for settling.
  begun_first timestamptz,
  begun_last timestamptz,
  begun_tries integer not null default 0,
  doubt jsonb,
  doubt_until timestamptz,
  tries integer not null default 0,
  -- The fence under which a step is being run. Left behind by one that died.
  taken_fence bigint,
  takeovers integer not null default 0,
  agains integer not null default 0,
  -- Grows with each write of the engine, so that a write whose answer was lost can be told from one that did not happen.
  revision integer not null default 0,
  attempts integer not null default 0,
  -- The network said yes to a call that can be seen, and nothing of it is known to be shown yet.
  accepted boolean not null default false,
  cancel_asked_at timestamptz,
  parts_total integer not null default 1,
  parts_shown integer not null default 0,
  shown_at timestamptz,
  finished_at timestamptz,
  remote_id text,
  url text,
  error_code text,
  error text,
  raw_error text,
  retryable boolean not null default false,
  warnings jsonb not null default '[]',
  check ((status in ('queued', 'publishing', 'processing')) = (due_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create unique index publication_one_live on publication (target_id)
  where status in ('queued', 'publishing', 'processing', 'held');
create index publication_target on publication (target_id, id);
create index publication_due on publication (network, due_at) where due_at is not null;
create index publication_lane on publication (remote_account_id, wanted_at, ordinal) where due_at is not null;
create index publication_held on publication (account_id) where status = 'held';
create index publication_latest on publication (latest_at) where status in ('queued', 'held');
create index publication_account on publication (account_id, id);
create unique index publication_handle on publication (network, handle) where handle is not null;

create table publication_part (
  publication_id uuid not null references publication on delete cascade,
  part integer not null,
  remote_account_id uuid not null,
  remote_id text,
  url text,
  shown_at timestamptz not null,
  primary key (publication_id, part)
);
-- What is at the network belongs to one publication alone.
create unique index publication_part_remote on publication_part (remote_account_id, remote_id) where remote_id is not null;

-- Each call that could be seen, before it is made; ended when its outcome is known.
create table publication_call (
  id uuid primary key,
  publication_id uuid not null references publication on delete cascade,
  fence bigint not null,
  step text not null,
  part integer not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  sent text,
  http_status integer,
  detail jsonb
);
create index publication_call_of on publication_call (publication_id, id);

-- A network, or our app there, that rests as a whole.
create table park (
  scope text primary key,
  until timestamptz not null,
  why text not null
);
