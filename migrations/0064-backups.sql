-- expand
-- The backups that were made and are still at their place, so that the service knows how old the newest is.
create table backup (
  name text primary key,
  place text not null,
  taken_at timestamptz not null,
  finished_at timestamptz not null,
  rows bigint not null,
  bytes bigint not null,
  media_files bigint not null,
  media_bytes bigint not null,
  is_verified boolean not null
);
create index backup_by_place on backup (place, taken_at);
