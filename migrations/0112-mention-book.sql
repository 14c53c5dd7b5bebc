-- expand
-- The people and companies that a brand mentions in posts: a name, with a handle for each network.

create table mention_entry (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  key text not null generated always as (ph.label_key(name)) stored,
  -- The handle on each network, without its @. LinkedIn’s is a urn.
  handles jsonb not null,
  version integer not null default 1,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index mention_entry_name on mention_entry (profile_id, key);
create index mention_entry_creator on mention_entry (created_by);
