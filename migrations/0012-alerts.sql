-- expand
-- What people who run an installation should look at, and what users have told them of.

create table ticket (
  id uuid primary key,
  kind text not null,
  -- The wire id of what it is about.
  subject text not null,
  owner_uid uuid not null references app_user on delete cascade,
  reporter_uid uuid references app_user on delete set null,
  message text not null,
  status text not null check (status in ('open', 'waiting', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- A second report of the same thing adds nothing while the first is open.
create unique index ticket_open on ticket (kind, subject) where status <> 'closed';
create index ticket_newest on ticket (status, id desc);
create index ticket_owner on ticket (owner_uid, id);

create table alert (
  id uuid primary key,
  kind text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  message text not null,
  subject text,
  created_at timestamptz not null,
  acked_at timestamptz,
  acked_by uuid references app_user on delete set null
);
create index alert_open on alert (id desc) where acked_at is null;
