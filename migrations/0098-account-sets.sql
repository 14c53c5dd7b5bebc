-- expand
-- Named choices of a brand's accounts, for its composer.

create table account_set (
  id uuid primary key,
  profile_id uuid not null references profile on delete cascade,
  name text not null,
  -- In the order of the author. An account may have been disconnected or erased since.
  account_ids uuid[] not null,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null
);
create index account_set_profile on account_set (profile_id);
create index account_set_creator on account_set (created_by);
