-- expand
-- Settings that an administrator has stored in place of the environment, sealed. `wanted` is the version to use from the
-- next restart on, `in_force` the one that nodes use now; null: the environment decides.
create table secret (
  name text primary key,
  latest integer not null,
  wanted integer,
  in_force integer,
  updated_at timestamptz not null,
  updated_by uuid references app_user on delete set null
);

create index secret_updated_by on secret (updated_by);

-- The value is deleted once its version is neither wanted nor in force.
create table secret_version (
  name text not null references secret on delete cascade,
  version integer not null,
  sealed_value bytea,
  created_at timestamptz not null,
  created_by uuid references app_user on delete set null,
  primary key (name, version)
);

create index secret_version_created_by on secret_version (created_by);

-- One row. Every node compares the number with the one that it has loaded.
create table secret_generation (
  only_row boolean primary key default true check (only_row),
  generation bigint not null
);
insert into secret_generation (generation) values (0);
