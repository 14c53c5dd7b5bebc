-- expand
-- The last requests of each API key, without query strings and bodies. A key has about a thousand rows at most, so the
-- rows are deleted one by one.
create table api_request (
  id uuid primary key,
  key_id uuid not null references api_key on delete cascade,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  request_id text not null
);
create index api_request_key on api_request (key_id, id);
