-- expand
-- Images of accounts, people and brands as the service serves them: WebP, at most 192 pixels a side, a few kilobytes.
-- Each belongs to exactly one row, and is stored, backed up and deleted with it. A new image gets a new ID, so its URL
-- is immutable.
create table face (
  id uuid primary key,
  account_id uuid unique references account on delete cascade,
  user_uid uuid unique references app_user on delete cascade,
  profile_id uuid unique references profile on delete cascade,
  image bytea not null check (octet_length(image) <= 65536),
  changed_at timestamptz not null,
  check (num_nonnulls(account_id, user_uid, profile_id) = 1)
);
-- Fetches the images of the accounts that are connected now, from the URLs that their networks reported last.
insert into job (id, name, data, created_at, due_at)
  select gen_random_uuid(), 'accounts.fetch-face', jsonb_build_object('accountId', account.id), ph.now(), ph.now()
  from account where avatar is not null and disconnected_at is null;
