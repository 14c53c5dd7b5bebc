-- expand
-- A notice is one row for each person and cause. `by_mail` is false once no email will be about it.
create table notice (
  id uuid primary key,
  uid uuid not null references app_user on delete cascade,
  profile_id uuid not null references profile on delete cascade,
  kind text not null,
  post_id uuid references post on delete cascade,
  account_id uuid references account on delete cascade,
  by_name text,
  note text,
  cause_key text not null,
  on_page boolean not null,
  by_mail boolean not null,
  made_at timestamptz not null,
  read_at timestamptz,
  solved_at timestamptz,
  mailed_at timestamptz,
  unique (uid, cause_key)
);
create index notice_list on notice (uid, id) where on_page;
create index notice_mailed on notice (uid, mailed_at) where mailed_at is not null;
create index notice_waiting on notice (uid, made_at)
  where by_mail and mailed_at is null and read_at is null and solved_at is null;
create index notice_profile on notice (profile_id);
create index notice_post on notice (post_id);
create index notice_account on notice (account_id);
create index notice_made on notice (made_at);

-- A person's choices. A kind without a row has the defaults.
create table notice_pref (
  uid uuid not null references app_user on delete cascade,
  kind text not null,
  page boolean not null,
  email boolean not null,
  primary key (uid, kind)
);
