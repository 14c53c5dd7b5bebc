-- expand
-- Who uploaded a file. Null for a file from before this migration, and once the person is deleted.

alter table media add column author_uid uuid references app_user on delete set null;

-- An upload URL is used without a credential, so its row remembers who asked for it.
alter table media_upload add column author_uid uuid references app_user on delete set null;
create index media_upload_author on media_upload (author_uid);
