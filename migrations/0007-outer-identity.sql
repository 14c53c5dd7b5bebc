-- expand
-- Who has left an installation with an outer identity provider: their tokens of before are still good by themselves, and
-- must not make a new account. Only a hash of issuer and subject is kept, and that for a month.
create table departed_subject (
  subject_hash bytea primary key,
  departed_at timestamptz not null
);
create index departed_subject_age on departed_subject (departed_at);
