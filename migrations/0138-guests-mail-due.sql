-- expand
-- When a guest is to be emailed that posts wait for them. Null if nothing new waits.

alter table guest add column mail_due_at timestamptz;
create index guest_mail_due on guest (mail_due_at) where mail_due_at is not null;
