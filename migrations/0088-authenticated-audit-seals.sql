-- expand
-- The hash of a seal of the audit log, sealed with SECRET_KEY: whoever can write only the database cannot make one. Null for
-- seals of earlier versions.
alter table audit_seal add column sealed_hash bytea;
