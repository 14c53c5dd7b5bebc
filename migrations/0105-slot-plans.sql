-- expand
-- Weekly posting times of a brand. Times ahead are computed from them, and never stored.
create table slot_plan (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  -- Null for that of the brand.
  timezone text,
  -- The accounts that the times are for. Empty for all.
  account_ids uuid[] not null,
  -- Minutes of the week, from Sunday 00:00.
  minutes smallint[] not null,
  -- Local days without times: [{ "from", "to", "name" }].
  gaps jsonb not null default '[]',
  paused_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index slot_plan_profile on slot_plan (profile_id, id);

-- Set while a plan places the post. Null once a person chooses its time.
alter table post add column slot_plan_id uuid references slot_plan on delete set null;
create index post_slot_plan on post (slot_plan_id, scheduled_at) where slot_plan_id is not null;
