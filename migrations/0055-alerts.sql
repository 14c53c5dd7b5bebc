-- contract: from 0.1.0
-- Alerts that the service raises and closes by itself, who is told of them, and what becomes of tickets.

alter table alert
  -- True when the watch raised it: the watch closes it again when its cause has passed.
  add column watched boolean not null default false,
  add column seen_at timestamptz,
  add column closed_at timestamptz,
  add column raised_by uuid references app_user on delete set null,
  add column ack_note text,
  -- The times at which the administrators were told.
  add column raise_told_at timestamptz,
  add column close_told_at timestamptz;
update alert set seen_at = created_at, raise_told_at = created_at;
alter table alert alter column seen_at set not null;
-- A cause has one standing alert, whatever the number of processes that see it.
create unique index alert_standing on alert (kind, coalesce(subject, '')) where watched and closed_at is null;
create index alert_untold on alert (id) where raise_told_at is null or (closed_at is not null and close_told_at is null);
create index alert_newest on alert (id desc);

create table alert_pref (
  uid uuid primary key references app_user on delete cascade,
  email boolean not null,
  min_severity text not null check (min_severity in ('info', 'warning', 'critical')),
  -- Empty: every kind.
  kinds text[] not null
);

alter table ticket
  add column assignee_uid uuid references app_user on delete set null,
  add column note text,
  add column answer text,
  add column answered_at timestamptz;
