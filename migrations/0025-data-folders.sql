-- contract: from 0.1.0
-- What tells a database that was put back to an earlier state from one that went on.

-- Each data folder has a mark of its own here and in a file: a folder that is ahead of the database saw a state that was
-- taken back since. With one mark for all folders, a start on a new machine would hide what another machine has seen.
create table data_folder (
  id uuid primary key,
  seen_at timestamptz not null
);

alter table installation
  -- Where this database was at the last start, by what a dump cannot carry.
  add column home text,
  -- Marks up to this time say nothing more: a person has looked and said `posthorn resume`.
  add column resumed_at timestamptz;

-- A process with another PUBLIC_URL now refuses to start, and no longer holds up the others.
update installation set hold_reason = null where hold_reason = 'public_url_changed';

-- The server, the timeline of its log, the database and the table. Some hosted servers keep the first two to themselves;
-- the others are known everywhere.
create function ph.home() returns text language plpgsql stable as $$
declare
  server text := 'unknown';
begin
  begin
    server := (select system_identifier from pg_catalog.pg_control_system())
      || '.' || pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8);
  exception when others then
    null;
  end;
  return server
    || '.' || (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
    || '.' || coalesce(pg_catalog.to_regclass('installation')::oid, 0);
end
$$;
