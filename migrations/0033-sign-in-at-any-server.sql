-- expand
-- Sign-in at a server that the person names: what was prepared there is kept until the person comes back.
alter table oauth_flow add column sealed_begun bytea;

-- The keys with which this installation proves at such servers that it is the client of its own metadata document.
create table client_key (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null
);
