-- expand
-- What the overview, the statistics and the health of networks count, so that none of them reads whole tables. As with
-- post_tally, triggers add rows, readers sum them, and a cron adds the rows of each key up.
create table user_tally (
  plan text not null,
  role text not null,
  subscription_status text not null,
  count bigint not null
);
create table profile_tally (
  count bigint not null
);
create table account_tally (
  network text not null,
  status text not null,
  count bigint not null
);

create function ph.tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_tally select u.plan, u.role, u.subscription_status, count(*) from added u group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into user_tally select u.plan, u.role, u.subscription_status, -count(*) from removed u group by 1, 2, 3;
  else
    insert into user_tally values (old.plan, old.role, old.subscription_status, -1),
      (new.plan, new.role, new.subscription_status, 1);
  end if;
  return null;
end $$;
create trigger tally_added_users after insert on app_user referencing new table as added
  for each statement execute function ph.tally_users();
create trigger tally_removed_users after delete on app_user referencing old table as removed
  for each statement execute function ph.tally_users();
create trigger tally_changed_users after update on app_user for each row
  when ((old.plan, old.role, old.subscription_status) is distinct from (new.plan, new.role, new.subscription_status))
  execute function ph.tally_users();

-- Profiles in the trash do not count.
create function ph.tally_profiles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into profile_tally select count(*) from added p where p.deleted_at is null;
  elsif tg_op = 'DELETE' then
    insert into profile_tally select -count(*) from removed p where p.deleted_at is null;
  else
    insert into profile_tally values (case when new.deleted_at is null then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger tally_added_profiles after insert on profile referencing new table as added
  for each statement execute function ph.tally_profiles();
create trigger tally_removed_profiles after delete on profile referencing old table as removed
  for each statement execute function ph.tally_profiles();
create trigger tally_changed_profiles after update on profile for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function ph.tally_profiles();

-- Accounts that are disconnected do not count.
create function ph.tally_accounts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_tally select a.network, a.status, count(*) from added a where a.disconnected_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into account_tally select a.network, a.status, -count(*) from removed a where a.disconnected_at is null
      group by 1, 2;
  else
    insert into account_tally
      select x.network, x.status, x.count from (values (old.network, old.status, -1, old.disconnected_at is null),
        (new.network, new.status, 1, new.disconnected_at is null)) x (network, status, count, counts) where x.counts;
  end if;
  return null;
end $$;
create trigger tally_added_accounts after insert on account referencing new table as added
  for each statement execute function ph.tally_accounts();
create trigger tally_removed_accounts after delete on account referencing old table as removed
  for each statement execute function ph.tally_accounts();
create trigger tally_changed_accounts after update on account for each row
  when ((old.network, old.status, old.disconnected_at is null)
    is distinct from (new.network, new.status, new.disconnected_at is null))
  execute function ph.tally_accounts();

insert into user_tally select plan, role, subscription_status, count(*) from app_user group by 1, 2, 3;
insert into profile_tally select count(*) from profile where deleted_at is null;
insert into account_tally select network, status, count(*) from account where disconnected_at is null group by 1, 2;

-- The newest success of each network. Rows from before this migration know the hour alone.
alter table publication_tally add column last_at timestamptz;
update publication_tally set last_at = hour where outcome = 'published';
create index publication_tally_published on publication_tally (network, last_at desc)
  where outcome = 'published' and last_at is not null;
create or replace function ph.tally_publication() returns trigger language plpgsql as $$
begin
  insert into publication_tally (network, mode, hour, outcome, bucket, count, last_at)
  select new.network, l.mode, date_trunc('hour', new.finished_at, 'UTC'), new.status,
    case new.status when 'published' then ph.lateness_bucket(coalesce(new.shown_at, new.finished_at) - new.wanted_at) end, 1,
    coalesce(new.shown_at, new.finished_at)
  from remote_account l where l.id = new.remote_account_id;
  return null;
end $$;

-- The newest error of each network.
create index publication_ended_badly on publication (network, finished_at desc)
  where status in ('failed', 'unknown') and finished_at is not null;
