-- expand
-- The plans that users had, one row for each period. Triggers write it, so that no way to change a plan forgets it. The
-- rows of deleted users stay without their user: what a plan earned does not change.
create table subscription_period (
  id bigint generated always as identity primary key,
  uid uuid references app_user on delete set null,
  plan text not null,
  began_at timestamptz not null,
  ended_at timestamptz
);
create unique index subscription_period_current on subscription_period (uid) where ended_at is null;
create index subscription_period_uid on subscription_period (uid);

insert into subscription_period (uid, plan, began_at) select id, plan, created_at from app_user;

create function note_subscription() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into subscription_period (uid, plan, began_at) values (new.id, new.plan, new.created_at);
    return new;
  end if;
  update subscription_period set ended_at = ph.now() where uid = old.id and ended_at is null;
  if tg_op = 'DELETE' then
    return old;
  end if;
  insert into subscription_period (uid, plan, began_at) values (new.id, new.plan, ph.now());
  return new;
end $$;
create trigger note_subscription_begun after insert on app_user
  for each row execute function note_subscription();
create trigger note_subscription_changed after update of plan on app_user
  for each row when (old.plan is distinct from new.plan) execute function note_subscription();
create trigger note_subscription_ended before delete on app_user
  for each row execute function note_subscription();

-- Why users cancelled.
create table cancellation (
  id bigint generated always as identity primary key,
  uid uuid references app_user on delete set null,
  plan text not null,
  reason text not null,
  comment text,
  at timestamptz not null
);
create index cancellation_at on cancellation (at);
create index cancellation_uid on cancellation (uid);
create index app_user_past_due on app_user (past_due_since) where subscription_status = 'past_due';
create index app_user_created on app_user (created_at);

-- The audit log by kind of action, for administrators.
create index audit_entry_action on audit_entry (action, id desc);
