-- expand
-- Captions that a user has asked for in a month, UTC.
create table caption_use (
  owner_uid uuid not null references app_user on delete cascade,
  month date not null,
  used integer not null,
  primary key (owner_uid, month)
);
