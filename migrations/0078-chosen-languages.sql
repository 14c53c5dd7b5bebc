-- expand
-- True once the language of a user was chosen: at sign-up, in the settings, or by the browser of a sign-in. Until then, the
-- English of the default says nothing about the reader.
alter table app_user add column locale_chosen boolean not null default false;
update app_user u set locale_chosen = true
where u.locale <> 'en'
  or exists (select from audit_entry a where a.owner_uid = u.id and a.action = 'user.updated' and a.changes ? 'locale');
