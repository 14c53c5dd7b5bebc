-- expand
-- What reading costs, and what a network lets us keep.

-- The calls of a day for an account, at networks that limit the calls of the whole app.
create table inbox_units (
  account_id uuid not null references account on delete cascade,
  network text not null,
  mode text not null,
  -- A day of the network's quota.
  day date not null,
  used integer not null,
  primary key (day, network, mode, account_id)
);
create index inbox_units_account on inbox_units (account_id);

-- Why the network shows an item only to the account. Null if everyone can see it.
alter table inbox_item add column held text check (held in ('review', 'spam'));
