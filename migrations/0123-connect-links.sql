-- expand
-- An invitation to connect an account can be limited to networks, and any invitation can have a note for its holder.
alter table profile_invite
  add column networks text[] check (cardinality(networks) between 1 and 30),
  add column note text check (length(note) between 1 and 1000);
