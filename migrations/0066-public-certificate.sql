-- expand
-- The TLS certificate that visitors of the public address get, as a process last saw it. A cron looks four times a day.
create table public_certificate (
  only_row boolean primary key default true check (only_row),
  host text not null,
  ends_at timestamptz not null,
  seen_at timestamptz not null
);
