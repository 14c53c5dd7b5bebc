-- expand
-- Whether an administrator is told of alerts in the chats that are linked to them.
alter table alert_pref add column chat boolean not null default true;
