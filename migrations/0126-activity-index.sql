-- expand
create index concurrently audit_entry_profile on audit_entry (profile_id, id desc) where profile_id is not null;
