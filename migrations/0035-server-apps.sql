-- expand
-- The apps that this installation registers by itself at servers that people name: one for a server and a callback.
create table server_app (
  network text not null,
  server text not null,
  redirect_url text not null,
  sealed_app bytea not null,
  created_at timestamptz not null,
  primary key (network, server, redirect_url)
);
