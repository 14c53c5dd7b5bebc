-- expand
-- What people upload. An object in storage is never there without a row that names it: the row comes first and goes last,
-- so whatever a crash leaves behind is found here.

-- One object, by its key in storage. Equal bytes of one owner are stored once; several media may share it.
create table media_file (
  key text primary key,
  -- No reference: the row outlives its owner until the object is gone.
  owner_uid uuid not null,
  -- arriving: named, not yet whole; stored: whole and checked; leaving: nobody uses it, the object is to be removed.
  state text not null check (state in ('arriving', 'stored', 'leaving')),
  state_since timestamptz not null,
  -- SHA-256 of the bytes as they were uploaded.
  hash bytea,
  size bigint,
  content_type text,
  -- What looking at it has found: width, height, duration, codec and so on, as infra/workshop says them.
  facts jsonb,
  -- Of the still picture of a video, which is an object beside it; null: there is none.
  poster_size bigint,
  check (state <> 'stored'
    or (hash is not null and size is not null and content_type is not null and facts is not null))
);
create unique index media_file_content on media_file (owner_uid, hash) where state = 'stored';
create index media_file_unsettled on media_file (state_since) where state <> 'stored';

-- What a person sees: a name, a text, tags, and the object that it shows.
create table media (
  id uuid primary key,
  owner_uid uuid not null references app_user on delete cascade,
  profile_id uuid references profile on delete set null,
  file_key text not null references media_file,
  -- How posts name it; 128 random bits.
  storage_path text not null unique,
  file_name text not null,
  alt_text text,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index media_owner on media (owner_uid, id);
create index media_profile on media (profile_id, id) where profile_id is not null;
create index media_file_use on media (file_key);

-- A place that was promised to somebody who then puts the file there directly. Settled: it has become media; the row stays
-- until nobody can put anything there any more.
create table media_upload (
  storage_path text primary key,
  owner_uid uuid not null references app_user on delete cascade,
  profile_id uuid references profile on delete set null,
  incoming_key text not null unique,
  file_name text not null,
  content_type text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create index media_upload_age on media_upload (created_at);
