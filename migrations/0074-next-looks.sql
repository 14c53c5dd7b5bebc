-- expand
-- The time of an account's next look: the earliest of the look at itself and of the looks at its posts. To find the
-- accounts whose turn it is then takes one step in an index for each, however many accounts wait for theirs.
--
-- Whoever makes a look due sooner moves this time forward; the triggers see to it. Only the worker that has looked moves
-- it back. The view metrics_due and the index metrics_account_due are for the version before, and go with a later one.

alter table metrics_account add column next_look_at timestamptz not null default 'infinity';

update metrics_account m set next_look_at = least(m.due_at,
  (select min(w.due_at) from metrics_watch w where w.account_id = m.account_id and w.due_at is not null));

create index metrics_account_next_look on metrics_account (next_look_at);

create function ph.bring_own_look_forward() returns trigger language plpgsql as $$
begin
  new.next_look_at := least(new.next_look_at, new.due_at);
  return new;
end $$;

create trigger bring_own_look_forward before insert or update of due_at on metrics_account
  for each row execute function ph.bring_own_look_forward();

-- The lock comes first: a worker that moves the time back at this moment has not seen these rows.
create function ph.bring_looks_forward() returns trigger language plpgsql as $$
begin
  perform from metrics_account where account_id in (select account_id from changed where due_at is not null)
    order by account_id for no key update;
  update metrics_account m set next_look_at = sooner.due_at
    from (select account_id, min(due_at) as due_at from changed where due_at is not null group by account_id) sooner
    where m.account_id = sooner.account_id and m.next_look_at > sooner.due_at;
  return null;
end $$;

create trigger bring_looks_forward_insert after insert on metrics_watch
  referencing new table as changed for each statement execute function ph.bring_looks_forward();
create trigger bring_looks_forward_update after update on metrics_watch
  referencing new table as changed for each statement execute function ph.bring_looks_forward();
