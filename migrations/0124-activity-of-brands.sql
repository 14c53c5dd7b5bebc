-- expand
-- Each entry of the audit log stores the brand that it concerns, and whether a person acted in a chat.
alter table audit_entry
  add column profile_id uuid,
  add column via text check (via in ('chat'));
