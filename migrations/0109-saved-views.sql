-- expand
-- The filters of a page, saved under a name: for everyone in a brand, or for one person.

create table saved_view (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  -- The person whose view it is. Null for a view that everyone in the brand sees.
  owner_uid uuid references app_user on delete cascade,
  page text not null check (page in ('posts', 'queue', 'calendar', 'library', 'analytics')),
  name text not null,
  -- The filters by their names in the URL of the page, with IDs as the API writes them.
  filters jsonb not null,
  -- The label among the filters, so that the view follows a new name.
  label_id uuid references label on delete set null,
  version integer not null default 1,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_view_profile on saved_view (profile_id, id);
-- Names of one person’s views say nothing about those of others.
create unique index saved_view_name on saved_view (profile_id, owner_uid, lower(name)) nulls not distinct;
create index saved_view_owner on saved_view (owner_uid);
create index saved_view_creator on saved_view (created_by);
create index saved_view_label on saved_view (label_id);
